import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at } from "../../../support/read-again.ts";

const layered = (config: string, rest = "") =>
  pagesPdf([""], {
    root: `/OCProperties<</OCGs[4 0 R 5 0 R]/D<<${config}>>${rest}>>`,
    more: { 4: "<</Type/OCG/Name(one)>>", 5: "<</Type/OCG/Name(two)>>" },
  });
const layer = (Name: string) => ({ Name, Type: "/OCG" });
const [one, two] = [layer("one"), layer("two")];

describe("layers", () => {
  it("stay unchanged if only one file has any, including alternate configurations", () => {
    const { document, warnings } = assemble(
      layered("/BaseState/OFF/ON[5 0 R]", "/Configs[<</Name(print)>>]"),
      pagesPdf([""]),
    );
    expect(at(document, "OCProperties")).toEqual({
      OCGs: [one, two],
      D: { BaseState: "/OFF", ON: [two] },
      Configs: [{ Name: "print" }],
    });
    expect(warnings).toBe("");
  });

  it("of two files are listed in order, each with its own locks", () => {
    const { document, warnings } = assemble(
      layered("/Name(first)/Order[4 0 R[5 0 R]]/Locked[4 0 R]/OFF[4 0 R]"),
      layered("/Name(second)/Order[5 0 R]/ON[4 0 R]", "/Configs[<</Name(print)>>]"),
    );
    expect(at(document, "OCProperties")).toEqual({
      OCGs: [one, two, one, two],
      D: { BaseState: "/ON", Name: "first", Order: [one, [two], two], Locked: [one], ON: [one], OFF: [one] },
    });
    expect(warnings).toContain("alternate configurations were dropped");
  });

  it("hidden by a base state are hidden individually if another file's base state shows layers", () => {
    const { document } = assemble(layered("/ON[4 0 R]"), layered("/BaseState/OFF/ON[4 0 R]"));
    expect(at(document, "OCProperties", "D")).toEqual({ BaseState: "/ON", ON: [one, one], OFF: [two] });
  });
});
