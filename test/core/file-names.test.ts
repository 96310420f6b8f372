import { describe, expect, it } from "vitest";
import { safeFileName, safeFileNames } from "../../src/core/file-names.ts";

describe("the file name of an attachment", () => {
  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\letters\\Übersicht.txt", "Übersicht.txt"],
    ["C:note.txt", "C_note.txt"],
    ['a*b?"c<d>e|f', "a_b__c_d_e_f"],
    ["a\u0000\u001fb\u0085c", "a__b_c"],
    ["invoice\u202efdp.exe", "invoice_fdp.exe"],
    ["\u2066a\u200f\u061c.txt", "_a__.txt"],
    ["CON", "_CON"],
    ["nul.tar.gz", "_nul.tar.gz"],
    ["com1 .txt", "_com1 .txt"],
    ["LPT²", "_LPT²"],
    ["common.txt", "common.txt"],
    ["report. . ", "report"],
    ["..", "attachment"],
    ["folder/", "attachment"],
    ["", "attachment"],
    [" . ", "attachment"],
    [".bashrc", ".bashrc"],
    [".pdfd-x.tmp", "_.pdfd-x.tmp"],
    ["a\ud800.txt", "a\ufffd.txt"],
    [`${"é".repeat(200)}.xml`, `${"é".repeat(73)}.xml`],
    [`${"😀".repeat(60)}`, "😀".repeat(37)],
    [`a.${"x".repeat(200)}`, `a.${"x".repeat(148)}`],
    [`${"a".repeat(147)}.txt`, `${"a".repeat(146)}.txt`],
  ])("%j is %j", (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });

  it("differs from those of others, whatever their case and Unicode form", () => {
    expect(
      safeFileNames(["a.txt", "A.TXT", "a-2.txt", "x/a.txt", "é", "e\u0301", "straße", "STRASSE"]),
    ).toEqual([...["a.txt", "A-2.TXT", "a-2-2.txt", "a-3.txt", "é", "e\u0301-2", "straße", "STRASSE-2"]]);
  });

  it("is at most 150 bytes long with its number", () => {
    const long = `${"n".repeat(300)}.pdf`;
    expect(safeFileNames([long, long])).toEqual([`${"n".repeat(146)}.pdf`, `${"n".repeat(144)}-2.pdf`]);
  });
});
