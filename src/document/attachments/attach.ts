/** Embeds files in a document (ISO 32000-2, 7.11.4 and 14.13): in its name tree, and as its associated files. */
import { nodeCrypto } from "../../core/builtins.ts";
import type { InputFile } from "../../core/document-io.ts";
import { sourceData } from "../../cos/crypt/stream-data.ts";
import {
  bytesString,
  type CosDict,
  type CosRef,
  type CosStream,
  dictOf,
  latin1,
  name,
  ref,
  withEntries,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { pdfDate } from "../metadata/dates.ts";
import { readNameTree, writeNameTree } from "../name-trees.ts";
import { textString } from "../text-string.ts";
import { dictAt, listAt, nameMaker } from "../typed-get.ts";

/** How a file may relate to the document (table 43). */
export const relationships = ["source", "data", "alternative", "supplement", "unspecified"] as const;
type Relationship = (typeof relationships)[number];

/** A file to embed. It must stay open until the document is written. */
export interface NewAttachment {
  readonly file: InputFile;
  readonly name: string;
  /** Media type. */
  readonly mime: string;
  readonly relationship: Relationship;
  readonly description: string | undefined;
}

/** Larger files are embedded as they are, without being held in memory. */
const maxCompressed = 16 * 1024 * 1024;

/** Embeds the files; their names must be free. Returns the embedded streams. */
export function attachFiles(session: EditSession, files: readonly NewAttachment[]): CosRef[] {
  const { cos } = session;
  const names = dictAt(cos, cos.catalog.get("Names"));
  const tree = readNameTree(cos, names?.get("EmbeddedFiles"));
  const freeKey = nameMaker("-");
  const streams: CosRef[] = [];
  const added: CosRef[] = [];

  for (const one of files) {
    const stream = session.add(embedded(one));
    const specification = session.add(specificationOf(one, stream));
    const plain = latin1(textString(one.name).bytes);
    // The key of a file that has another name.
    const key = tree.has(plain) ? freeKey(plain, (text) => tree.has(text)) : plain;
    tree.set(key, specification);
    streams.push(stream);
    added.push(specification);
  }

  const root = writeNameTree({ add: (value) => session.add(value).num }, tree);
  session.setCatalog({
    Names: withEntries(names ?? new Map(), { EmbeddedFiles: ref(root) }),
    AF: [...listAt(cos, cos.catalog.get("AF")), ...added],
  });

  return streams;
}

function specificationOf({ name: text, relationship, description }: NewAttachment, stream: CosRef): CosDict {
  const shown = textString(text);
  return dictOf({
    Type: name("Filespec"),
    F: shown,
    UF: shown,
    EF: dictOf({ F: stream, UF: stream }),
    AFRelationship: name(relationship.replace(/^./, (letter) => letter.toUpperCase())),
    ...(description !== undefined && { Desc: textString(description) }),
  });
}

function embedded({ file, mime }: NewAttachment): CosStream {
  const data = sourceData(file.read, 0, file.size);
  const md5 = nodeCrypto().createHash("md5");
  for (const piece of data.pieces()) md5.update(piece);
  // A file has no date of its creation that all systems know.
  const date = textString(pdfDate(new Date(file.modifiedMs).toISOString()));
  const dict = dictOf({
    Type: name("EmbeddedFile"),
    Subtype: name(mime),
    Params: dictOf({
      Size: file.size,
      CreationDate: date,
      ModDate: date,
      CheckSum: bytesString(md5.digest()),
    }),
  });
  if (file.size <= maxCompressed) return newStream(dict, file.read(0, file.size), { deflate: true });
  return {
    kind: "stream",
    dict: withEntries(dict, { Length: file.size }),
    encoded: () => file.read(0, file.size),
    stored: () => data,
  };
}
