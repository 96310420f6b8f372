/** Files with damage of many kinds: whatever the bytes, a document or a CosError, and soon. */
import { describe, expect, it } from "vitest";
import { openCos } from "../../src/cos/document.ts";
import { CosError } from "../../src/cos/error.ts";
import { isStream } from "../../src/cos/value.ts";
import {
  add,
  bytesOf,
  deflated,
  draft,
  finishTable,
  minimalObjects,
  sourceOf,
  streamBody,
  streamFile,
  tableFile,
} from "./files.ts";

/** Another seed tries other damage; a failure names the seed and the round that repeat it. */
const seed = Number(process.env.PDFD_SEED ?? 20_260_101);
const rounds = Number(process.env.PDFD_ROUNDS ?? 1500);

/** xorshift32: repeatable numbers in [0, below). */
function randomNumbers(start: number): (below: number) => number {
  let state = start | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const hostileTokens = [
  ..."0 -1 1 2147483647 4294967296 99999999999999999999 1e38 -. << >> [ ] ( ) < > / % R".split(" "),
  "1 0 R",
  "4 0 R",
  "/Length 4 0 R",
  "/Prev 9",
  "/Filter[/FlateDecode/FlateDecode]",
  "/DecodeParms<</Predictor 15/Columns 2147483647>>",
  "/W[8 8 8]",
  "/Index[0 1000000]",
  "/N 1000000",
  "endobj",
  "endstream",
  "xref\n0 9999999\n",
  "trailer",
  "startxref",
];

function mutate(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let out = new Uint8Array(bytes);
  const splice = (at: number, removed: number, inserted: Uint8Array): void => {
    const next = new Uint8Array(out.length - removed + inserted.length);
    next.set(out.subarray(0, at));
    next.set(inserted, at);
    next.set(out.subarray(at + removed), at + inserted.length);
    out = next;
  };
  for (let k = random(4); k >= 0; k--) {
    const at = random(out.length);
    const length = Math.min(random(40), out.length - at);
    switch (random(6)) {
      case 0:
        out[at] = (out[at] ?? 0) ^ (1 << random(8));
        break;
      case 1:
        out[at] = random(256);
        break;
      case 2:
        splice(at, length, new Uint8Array(0));
        break;
      case 3:
        splice(at, random(2) * length, bytesOf(hostileTokens[random(hostileTokens.length)] ?? ""));
        break;
      case 4:
        splice(random(out.length), 0, out.slice(at, at + length));
        break;
      default:
        // Digits become others, so that offsets, lengths and counts lie.
        for (let d = at; d < out.length && d < at + 12; d++) {
          const byte = out[d] ?? 0;
          if (byte >= 48 && byte <= 57) out[d] = 48 + random(10);
        }
    }
  }
  return random(20) === 0 ? out.subarray(0, random(out.length)) : out;
}

function richFile(): string {
  const objects = new Map(minimalObjects);
  objects.set(4, streamBody(deflated("BT (hello) Tj ET ".repeat(20)), "/Filter/FlateDecode"));
  objects.set(
    5,
    streamBody(
      "80 0b 60 50 22 0c 0c 85 01>",
      "/Filter[/AHx/LZW]/DecodeParms[null<</Predictor 2/Columns 5>>]",
    ),
  );
  objects.set(6, `<</Length 7 0 R/Filter/A85>>\nstream\n87cURD]i,"Ebo80~>\nendstream`);
  objects.set(7, "17");
  objects.set(8, "[(a\\(b\\051) <48 65> /N#20ame -1.5 true null [[[]]] 3 0 R]");
  const made = draft(objects);
  const first = finishTable(made);
  add(made, 3, "<</Type/Page/Rotate 90>>");
  finishTable(made, `/Root 1 0 R/Prev ${first}`);
  return made.text;
}

/** Reads everything; what is thrown but CosError gets out. */
function readAll(bytes: Uint8Array): boolean {
  const attempt = (run: () => void): boolean => {
    try {
      run();
      return true;
    } catch (error) {
      if (!(error instanceof CosError)) throw error;
      return false;
    }
  };
  return attempt(() => {
    const document = openCos(sourceOf(bytes));
    for (let num = 0; num < Math.min(document.objectCount, 50); num++) {
      attempt(() => {
        const value = document.resolve(document.object(num));
        if (isStream(value)) document.decodePartly(value, 100_000);
      });
      attempt(() => void document.raw(num));
    }
  });
}

describe("damaged files", () => {
  const files: Record<string, string> = {
    "a plain file": tableFile(),
    "a rich file with an update": richFile(),
    "a file of object streams": streamFile(),
    "junk before the header": `junk\n${tableFile()}`,
  };

  it.each(Object.keys(files))("%s: a document or a CosError", (key) => {
    const original = bytesOf(files[key] ?? "");
    expect(readAll(original)).toBe(true);
    let opened = 0;
    for (let round = 0; round < rounds; round++) {
      const damaged = mutate(original, randomNumbers(seed + round * 7919));
      const start = performance.now();
      try {
        if (readAll(damaged)) opened++;
      } catch (error) {
        throw new Error(`PDFD_SEED=${seed}, round ${round}`, { cause: error });
      }
      expect(performance.now() - start, `PDFD_SEED=${seed}, round ${round} takes long`).toBeLessThan(2000);
    }
    // Damage that nobody notices and damage that is found: the test would say nothing if only one of them came.
    expect(opened).toBeGreaterThan(rounds * 0.02);
    expect(opened).toBeLessThan(rounds * 0.98);
  });

  it("a file cut anywhere", () => {
    const original = bytesOf(richFile());
    for (let length = 0; length < original.length; length++) readAll(original.subarray(0, length));
  });
});
