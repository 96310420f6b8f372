import { describe, expect, it } from "vitest";
import { decryptStrings } from "../../src/cos/crypt/decrypt-strings.ts";
import { bytesOf, parseValue } from "./files.ts";

/** Marks each string, so that the test sees which ones were decrypted. */
const mark = (bytes: Uint8Array) => bytesOf(`!${Buffer.from(bytes).toString("latin1")}`);
const decrypted = (text: string) => decryptStrings(parseValue(bytesOf(text)), mark);

describe("decryptStrings", () => {
  it("decrypts strings at any depth, and leaves everything else unchanged", () => {
    expect(decrypted("[(a)<</B<62>/N/c/R 3 0 R/D[(d)1]>>]")).toEqual(
      parseValue(bytesOf("[(!a)<</B(!b)/N/c/R 3 0 R/D[(!d)1]>>]")),
    );
  });

  it("leaves a signature's contents alone, which are never encrypted", () => {
    expect(decrypted("<</Type/Sig/ByteRange[0 1 2 3]/Contents<00ff>/Name(n)>>")).toEqual(
      parseValue(bytesOf("<</Type/Sig/ByteRange[0 1 2 3]/Contents<00ff>/Name(!n)>>")),
    );
    expect(decrypted("<</Subtype/Text/Contents(note)>>")).toEqual(
      parseValue(bytesOf("<</Subtype/Text/Contents(!note)>>")),
    );
  });
});
