import { describe, expect, it } from "vitest";
import { decryptStrings } from "../../src/cos/crypt/decrypt-strings.ts";
import { bytesOf, parseValue } from "./files.ts";

/** Puts the object's numbers before the string, so that the test sees what was decrypted, and as what. */
const encryption = {
  decryptString: (num: number, gen: number, bytes: Uint8Array) =>
    bytesOf(`${num}.${gen}:${Buffer.from(bytes).toString("latin1")}`),
};
const decrypted = (text: string) => decryptStrings(parseValue(bytesOf(text)), 7, 2, encryption);

describe("decryptStrings", () => {
  it("decrypts strings wherever they are, and leaves the rest", () => {
    expect(decrypted("[(a)<</B<62>/N/c/R 3 0 R/D[(d)1]>>]")).toEqual(
      parseValue(bytesOf("[(7.2:a)<</B(7.2:b)/N/c/R 3 0 R/D[(7.2:d)1]>>]")),
    );
  });

  it("leaves a signature's contents, which are never encrypted", () => {
    expect(decrypted("<</Type/Sig/ByteRange[0 1 2 3]/Contents<00ff>/Name(n)>>")).toEqual(
      parseValue(bytesOf("<</Type/Sig/ByteRange[0 1 2 3]/Contents<00ff>/Name(7.2:n)>>")),
    );
    expect(decrypted("<</Subtype/Text/Contents(note)>>")).toEqual(
      parseValue(bytesOf("<</Subtype/Text/Contents(7.2:note)>>")),
    );
  });
});
