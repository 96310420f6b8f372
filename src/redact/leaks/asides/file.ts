/** Texts in a file's bytes that belong to no object: comments, lines between objects, before the header and after the end. */

import type { ByteSource } from "../../../core/document-io.ts";
import type { CosDocument } from "../../../cos/document.ts";
import { scanContent } from "../../../cos/syntax/content/scan.ts";
import { asBuffer, matchesIn } from "../../../cos/syntax/source-window.ts";
import { latin1 } from "../../../cos/syntax/value.ts";

/** The words of a file's structure (7.5). */
const structural = new Set(["xref", "trailer", "startxref", "endobj", "n", "f", "R", "stream", "endstream"]);

/** `file`: from its first byte, not from its header. */
export function fileAsides(cos: CosDocument, file: ByteSource): string[] {
  const found: string[] = [];
  const look = (part: Uint8Array, isPacked: boolean) => {
    cos.budget.scan(part.length);
    found.push(...comments(part, isPacked));
  };
  for (const part of withoutData(file)) look(part, false);
  for (const part of cos.objectStreams()) look(part, true);
  // Marks of binary files are comments too.
  return found.filter((text) => /[A-Za-z]{4}/.test(text));
}

/** Pieces of the file without the data of its streams. */
function* withoutData(source: ByteSource): Generator<Uint8Array> {
  let [from, inData] = [0, false];
  for (const { 0: word, index } of matchesIn(source, /(?<=>>[ \t\r\n]{0,4})stream(?=[\r\n])|endstream/g)) {
    if ((word === "stream") === inData) continue;
    if (!inData) yield asBuffer(source.read(from, index - from));
    [from, inData] = [index, !inData];
  }
  if (!inData) yield asBuffer(source.read(from, source.size - from));
}

/** Comments anywhere, and anything between objects. `isPacked`: it has objects alone. */
function comments(data: Uint8Array, isPacked: boolean): string[] {
  const scan = scanContent(data);
  const found: string[] = [];
  let line: string[] = [];
  let isObject = isPacked;
  const close = () => {
    if (line.length > 0) found.push(line.join(" "));
    line = [];
  };
  while (scan.next()) {
    const { token, start, end } = scan;
    if (token === "comment") found.push(latin1(data, start + 1, end));
    if (token !== "operator") {
      if (!isObject && token === "string") line.push(latin1(data, start + 1, end - 1));
      continue;
    }
    if (isPacked) continue;
    const word = latin1(data, start, end);
    if (word === "obj" || word === "trailer") isObject = true;
    else if (word === "endobj" || word === "startxref") isObject = false;
    else if (!isObject && !structural.has(word)) line.push(word);
    if (structural.has(word)) close();
  }
  close();
  return found;
}
