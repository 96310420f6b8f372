import { describe, expect, it } from "vitest";
import { box, formPdf, itemsOf } from "../../support/forms.ts";

describe("a form field", () => {
  it("has a type, value and choices according to its kind and flags", () => {
    const bytes = formPdf(
      [
        `/FT/Tx/T(text)/V(one\\rtwo)/Ff 4098/TU(Your text)/MaxLen 9${box(0, 700)}`,
        `/FT/Tx/T(secret)/V(hidden)/Ff 8192${box(0, 670)}`,
        `/FT/Tx/T(long)/V 30 0 R/Ff 1${box(0, 640)}`,
        `/FT/Btn/T(check)/V/Yes/AS/Yes/AP<</N<</Yes<<>>/Off<<>>>>>>${box(0, 610)}`,
        `/FT/Btn/T(unset)/AP<</N<</Yes<<>>>>>>${box(0, 580)}`,
        `/FT/Btn/T(push)/Ff 65536${box(0, 550)}`,
        `/FT/Ch/T(drop)/Ff 131072/V(de)/Opt[[(de)(Deutsch)](en)]${box(0, 520)}`,
        `/FT/Ch/T(list)/Ff 2097152/V[(a)(b)]/Opt[(a)(b)(c)]${box(0, 490)}`,
        `/FT/Ch/T(one)/Opt[(a)]${box(0, 460)}`,
        `/FT/Sig/T(sig)/V<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>${box(0, 430)}`,
        `/FT/Sig/T(open)${box(0, 400)}`,
        `/T(nothing)${box(0, 370)}`,
      ],
      { more: { 30: { dict: "", data: "from a stream" } } },
    );
    const common = { page: 1, required: false, read_only: false };
    expect(itemsOf(bytes).items).toEqual([
      {
        ...common,
        name: "text",
        type: "text",
        value: "one\rtwo",
        required: true,
        label: "Your text",
        max_length: 9,
        multiline: true,
      },
      { ...common, name: "secret", type: "text", value: null, multiline: false, password: true },
      { ...common, name: "long", type: "text", value: "from a stream", read_only: true, multiline: false },
      { ...common, name: "check", type: "checkbox", value: "Yes", options: [{ value: "Yes", label: "Yes" }] },
      { ...common, name: "unset", type: "checkbox", value: "Off", options: [{ value: "Yes", label: "Yes" }] },
      { ...common, name: "push", type: "button", value: null },
      {
        ...common,
        name: "drop",
        type: "dropdown",
        value: "de",
        options: [
          { value: "de", label: "Deutsch" },
          { value: "en", label: "en" },
        ],
      },
      {
        ...common,
        name: "list",
        type: "listbox",
        multiple: true,
        value: ["a", "b"],
        options: ["a", "b", "c"].map((value) => ({ value, label: value })),
      },
      { ...common, name: "one", type: "listbox", value: "", options: [{ value: "a", label: "a" }] },
      { ...common, name: "sig", type: "signature", value: null, signed: true },
      { ...common, name: "open", type: "signature", value: null, signed: false },
    ]);
  });
});
