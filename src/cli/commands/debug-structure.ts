/** The hidden command that draws the result of the structure analysis over a page. */
import { validate } from "../../core/json/validate.ts";
import { createFiles } from "../../files/create.ts";
import { unlimitedScope } from "../../files/scope/scope.ts";
import { print } from "../../host/terminal/terminal.ts";
import { execute } from "../../run/execute.ts";
import { lazyReaders } from "../../run/lazy-readers.ts";
import { debugStructure } from "../../tools/debug-structure.ts";
import { command } from "../flags/command.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import type { FlagTable } from "../flags/flags.ts";

const flags: FlagTable = {
  page: { type: "string", valueHint: "number", description: "The page, counted from 1; default 1" },
  stage: {
    type: "string",
    valueHint: "name",
    description:
      "lines, numbers, justified, tables, pieces, labels, columns, headers-footers, lists or blocks (default); for scans, a pass of src/ocr/passes.ts after scan-, as in scan-text",
  },
  output: { type: "string", alias: "o", valueHint: "png", description: "The picture to write" },
};

export const debugStructureCommand = command({
  meta: {
    name: "debug-structure",
    description: "Draw what pdf_extract_structure finds on a page",
    hidden: true,
  },
  args: flags,
  rest: { name: "input", description: "A PDF", required: true },
  examples: [],
  async run({ texts, rest: [input] }) {
    const page = Number(texts.get("page") ?? 1);
    const given = { input, output: texts.get("output"), page, stage: texts.get("stage") };
    const files = createFiles(unlimitedScope(process.cwd()));
    const result = await execute(debugStructure, validate(debugStructure.input, given), {
      files,
      readers: lazyReaders(),
      progress: () => {},
    });
    print(1, `${JSON.stringify(result)}\n`);

    return exitCodes.done;
  },
});
