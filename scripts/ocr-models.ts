/**
 * `bun scripts/ocr-models.ts <folder>` builds the text recognition models, on Debian with `apt-get`. It downloads Debian's
 * packages of tessdata_fast (Apache-2.0, https://github.com/tesseract-ocr/tessdata_fast), removes the word lists, which
 * are most of their bytes and don't improve the results, compresses the rest with Brotli, and writes it to
 * src/host/assets/recognition. With `--check` it compares instead, and exits with 1 if a file differs.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** Model → the Debian package (4.1.0-2) that contains it. */
const packages = {
  osd: "tesseract-ocr-osd",
  ara: "tesseract-ocr-ara",
  Arabic: "tesseract-ocr-script-arab",
  Cyrillic: "tesseract-ocr-script-cyrl",
  Devanagari: "tesseract-ocr-script-deva",
  eng: "tesseract-ocr-eng",
  Greek: "tesseract-ocr-script-grek",
  Hangul: "tesseract-ocr-script-hang",
  HanS: "tesseract-ocr-script-hans",
  HanT: "tesseract-ocr-script-hant",
  Hebrew: "tesseract-ocr-script-hebr",
  Japanese: "tesseract-ocr-script-jpan",
  Japanese_vert: "tesseract-ocr-script-jpan-vert",
  Latin: "tesseract-ocr-script-latn",
};

/** The model components that recognition needs (tessdatamanager.h): network, characters and settings. */
const needed = new Set([0, 17, 18, 20, 21, 22, 23]);

/** Drops unneeded components. A model file is a count, an offset or -1 for each component, and the components. */
function withoutWords(model: Buffer): Buffer {
  const count = model.readUInt32LE(0);
  const head = Buffer.alloc(4 + 8 * count, 0xff);
  head.writeUInt32LE(count, 0);
  const offsets = Array.from({ length: count }, (_, k) => Number(model.readBigInt64LE(4 + 8 * k)));
  const present = offsets.flatMap((offset, k) => (offset < 0 ? [] : [{ offset, k }]));
  const ordered = present.sort((a, b) => a.offset - b.offset);
  const parts = [head];
  let at = head.length;
  ordered.forEach(({ offset, k }, place) => {
    if (!needed.has(k)) return;
    const part = model.subarray(offset, ordered[place + 1]?.offset ?? model.length);
    head.writeBigInt64LE(BigInt(at), 4 + 8 * k);
    parts.push(part);
    at += part.length;
  });
  return Buffer.concat(parts);
}

function packed(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

const [folder, check] = process.argv.slice(2);
if (folder === undefined) throw new Error("give a folder for Debian's packages");
const scratch = resolve(folder);
const target = resolve(import.meta.dirname, "../src/host/assets/recognition");
mkdirSync(scratch, { recursive: true });
execFileSync("apt-get", ["download", ...Object.values(packages)], { cwd: scratch, stdio: "inherit" });
for (const [model, name] of Object.entries(packages)) {
  const archive = readdirSync(scratch).find((file) => file.startsWith(`${name}_`));
  if (archive === undefined) throw new Error(`${name} was not downloaded`);
  execFileSync("dpkg", ["-x", join(scratch, archive), join(scratch, name)]);
  const data = join(scratch, name, "usr/share/tesseract-ocr/5/tessdata", `${model}.traineddata`);
  const made = model === "osd" ? readFileSync(data) : withoutWords(readFileSync(data));
  const path = join(target, `${model}.traineddata.br`);
  const sha256 = createHash("sha256").update(made).digest("hex");
  if (check === undefined) writeFileSync(path, packed(made));
  else if (!brotliDecompressSync(readFileSync(path)).equals(made)) process.exitCode = 1;
  console.log(`${model} ${made.length} bytes, SHA-256 ${sha256}`);
}
