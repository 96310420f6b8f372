/** Converts Type 1 charstrings to CFF. */
import { describe, expect, it } from "vitest";
import { toType2 } from "../../src/fonts/subset/type2.ts";

const n = (value: number) => value + 139;
const [hsbw, rmoveto, rlineto, hlineto, closepath, endchar, hstem, vstem] = [13, 21, 5, 6, 9, 14, 1, 3];

function convert(code: readonly number[], subroutines: readonly (readonly number[])[] = []) {
  const parts: number[] = [];
  const font = { subroutines: subroutines.map((bytes) => Uint8Array.from(bytes)) };
  const made = toType2(font, Uint8Array.from(code), (part) => parts.push(part));
  return { made: made && [...made], parts };
}

describe("toType2", () => {
  it("starts at the left side bearing, with the width first", () => {
    const code = [n(10), n(50), hsbw, n(1), n(2), rmoveto, n(3), n(4), rlineto, closepath, endchar];
    expect(convert(code).made).toEqual([n(50), n(11), n(2), rmoveto, n(3), n(4), rlineto, endchar]);
  });

  it("writes hints as distances, vertical ones from the side bearing", () => {
    const code = [n(10), n(50), hsbw, n(20), n(5), hstem, n(0), n(6), hstem, n(1), n(2), vstem, endchar];
    expect(convert(code).made).toEqual([n(50), n(0), n(6), n(14), n(5), hstem, n(11), n(2), vstem, endchar]);
  });

  it("converts hint replacement to masks", () => {
    const replace = [n(4), n(1), n(3), 12, 16, 12, 17, 10];
    const code = [
      ...[n(0), n(50), hsbw, n(0), n(6), hstem, n(0), n(0), rmoveto, n(9), hlineto],
      ...[...replace, n(9), hlineto, closepath, endchar],
    ];
    const { made } = convert(code, [[], [], [], [], [n(30), n(7), hstem, 11]]);
    expect(made).toEqual([
      ...[n(50), n(0), n(6), n(24), n(7), 18, 19, 0x80, n(0), n(0), 21, n(9), hlineto],
      ...[19, 0x40, n(9), hlineto, endchar],
    ]);
  });

  it("converts flex to curves", () => {
    const subroutines = [
      [n(3), n(0), 12, 16, 12, 17, 12, 17, 12, 33, 11],
      [n(0), n(1), 12, 16, 11],
      [n(0), n(2), 12, 16, 11],
    ];
    const points = [1, 2, 3, 4, 5, 6, 7].flatMap((k) => [n(k), n(k + 1), rmoveto, n(2), 10]);
    const code = [
      ...[n(0), n(50), hsbw, n(0), n(0), rmoveto, n(1), 10, ...points],
      ...[n(50), n(9), n(9), n(0), 10, closepath, endchar],
    ];
    const { made } = convert(code, subroutines);
    expect(made).toEqual([
      ...[n(50), n(0), n(0), 21, ...[3, 5, 3, 4, 4, 5].map(n), 8],
      ...[...[5, 6, 6, 7, 7, 8].map(n), 8, endchar],
    ]);
  });

  it("names the components of accented letters", () => {
    const code = [n(7), n(50), hsbw, n(3), n(20), n(30), n(65), n(100), 12, 6];
    const { made, parts } = convert(code);
    expect(made).toEqual([n(50), n(24), n(30), n(65), n(100), endchar]);
    expect(parts).toEqual([65, 100]);
  });

  it("writes quotients as fractions", () => {
    const code = [n(0), n(50), hsbw, n(1), n(2), 12, 12, n(3), rmoveto, endchar];
    expect(convert(code).made).toEqual([n(50), 255, 0, 0, 0x80, 0, n(3), rmoveto, endchar]);
  });

  it.each([
    ["a path without a beginning", [n(0), n(50), hsbw, n(1), hlineto, endchar]],
    ["no end", [n(0), n(50), hsbw]],
    ["a subroutine that is not there", [n(0), n(50), hsbw, n(9), 10, endchar]],
    ["subroutines in a circle", [n(0), 10]],
  ])("leaves a charstring with %s alone", (_, code) => {
    expect(convert(code, [[n(0), 10]]).made).toBeUndefined();
  });
});
