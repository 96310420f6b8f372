/** Links to the files that a call wrote, for hosts that show or open them. */
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { ContentBlock } from "@modelcontextprotocol/server";
import * as v from "valibot";

/** A result without a size names no file. */
const newFile = v.object({ output: v.string(), bytes: v.number() });
const newFiles = v.object({ outputs: v.array(newFile) });

/** One link per file in the result. */
export function fileLinks(result: unknown): ContentBlock[] {
  if (v.is(newFiles, result)) return result.outputs.map(fileLink);
  return v.is(newFile, result) ? [fileLink(result)] : [];
}

function fileLink({ output }: v.InferOutput<typeof newFile>): ContentBlock {
  return {
    type: "resource_link",
    uri: pathToFileURL(output).href,
    name: basename(output),
    mimeType: "application/pdf",
  };
}
