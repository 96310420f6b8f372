/** Damages files in many ways: any bytes must yield a document or a CosError, quickly. */
import { describe, expect, it } from "vitest";
import { openCos } from "../../src/cos/document.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { isStream } from "../../src/cos/syntax/value.ts";
import { damaged, randomNumbers } from "../support/mutate.ts";
import { processorTime } from "../support/processor-time.ts";
import { bytesOf, sourceOf, streamBody, streamFile, tableFile, updatedFile } from "./files.ts";

/** Another seed causes different damage; a failure reports the seed and round to repeat it. */
const seed = Number(process.env.PDFD_SEED ?? 20_260_101);
const rounds = Number(process.env.PDFD_ROUNDS ?? 1500);

function richFile(): string {
  const coded = streamBody(
    "80 0b 60 50 22 0c 0c 85 01>",
    "/Filter[/AHx/LZW]/DecodeParms[null<</Predictor 2/Columns 5>>]",
  );
  const objects = [
    [5, coded],
    [6, `<</Length 7 0 R/Filter/A85>>\nstream\n87cURD]i,"Ebo80~>\nendstream`],
    [7, "17"],
    [8, "[(a\\(b\\051) <48 65> /N#20ame -1.5 true null [[[]]] 3 0 R]"],
  ] as const;
  return updatedFile(objects, "<</Type/Page/Rotate 90>>");
}

/** Reads everything; lets any error but CosError escape. */
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

  it.each(Object.keys(files))("yield a document or a CosError after %s", (key) => {
    const original = bytesOf(files[key] ?? "");
    expect(readAll(original)).toBe(true);
    let opened = 0;
    for (let round = 0; round < rounds; round++) {
      const bytes = damaged(original, randomNumbers(seed + round * 7919));
      const start = processorTime();
      try {
        if (readAll(bytes)) opened++;
      } catch (error) {
        throw new Error(`PDFD_SEED=${seed}, round ${round}`, { cause: error });
      }
      expect(processorTime() - start, `PDFD_SEED=${seed}, round ${round} takes long`).toBeLessThan(2000);
    }
    // Both unnoticed and detected damage must occur, or the test would be meaningless.
    expect(opened).toBeGreaterThan(rounds * 0.02);
    expect(opened).toBeLessThan(rounds * 0.98);
  });

  it("yield a document or a CosError when cut anywhere", () => {
    const original = bytesOf(richFile());
    for (let length = 0; length < original.length; length++) readAll(original.subarray(0, length));
  });
});
