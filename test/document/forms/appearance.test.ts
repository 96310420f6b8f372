import { describe, expect, it } from "vitest";
import { chooseAppearance, hidesValue, shownText } from "../../../src/document/forms/appearance.ts";
import { widgetFields } from "../../../src/document/forms/widget-fields.ts";
import { dictAt } from "../../../src/document/typed-get.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";

const form = (data: string) => ({ dict: "/Subtype/Form/BBox[0 0 9 9]", data });

/** Annotation 4, which may be a field. Its appearance streams start at object 5. */
function opened(annotation: string, ...looks: string[]) {
  const { session } = editing(
    pagesPdf(["/Annots[4 0 R]"], {
      root: "/AcroForm<</Fields[4 0 R]>>",
      more: {
        4: `<</Rect[0 0 9 9]${annotation}>>`,
        ...Object.fromEntries(looks.map((look, k) => [5 + k, form(look)])),
      },
    }),
  );
  const { cos } = session;
  const dict = dictAt(cos, cos.object(4)) ?? new Map();
  const field = annotation.includes("/FT") ? widgetFields(session).of(4, dict) : undefined;
  return { cos, dict, field };
}

/** The content of the chosen appearance. */
function shown(annotation: string, looks: string[] = [], stale = false): string | undefined {
  const { cos, dict, field } = opened(annotation, ...looks);
  const found = chooseAppearance(cos, { dict, field }, stale);
  return typeof found === "object" ? Buffer.from(cos.decode(found.stream)).toString() : found;
}

describe("the appearance of an annotation", () => {
  it("is its own, the one for its state, or drawn if possible", () => {
    expect(shown("/Subtype/Square/AP<</N 5 0 R>>", ["one"])).toBe("one");
    expect(shown("/Subtype/Square/AS/b/AP<</N<</a 5 0 R/b 6 0 R>>>>", ["one", "two"])).toBe("two");
    expect(shown("/Subtype/Square")).toBe("missing");
    expect(shown("/Subtype/Link")).toBeUndefined();
  });
});

describe("the appearance of a text field", () => {
  const text = (rest: string) => `/Subtype/Widget/FT/Tx/T(t)${rest}/AP<</N 5 0 R>>`;

  it.each([
    ["shows the value", text("/V(a b)"), "(a) Tj ( b) Tj", false, "(a) Tj ( b) Tj"],
    ["shows something else", text("/V(42)"), "(42 kg) Tj", false, "(42 kg) Tj"],
    ["shows something without a value", text(""), "(Click to enter) Tj", false, "(Click to enter) Tj"],
    ["doesn't show its value", text("/V(new)"), "q Q", false, "q Q"],
    ["is out of date according to the form", text("/V(a)"), "(a) Tj", true, "missing"],
    ["is a barcode, whatever the form says", text("/V(1)/PMD<<>>"), "0 0 2 9 re f", true, "0 0 2 9 re f"],
  ])("that %s", (_, annotation, look, stale, expected) => {
    expect(shown(annotation, [look], stale)).toBe(expected);
  });

  it("hides the value if it draws nothing", () => {
    const hides = (annotation: string, look: string) => {
      const { cos, dict, field } = opened(annotation, look);
      const found = chooseAppearance(cos, { dict, field }, false);
      return typeof found === "object" && field !== undefined && hidesValue(cos, field, found);
    };
    expect(hides(text("/V(new)"), "/Tx BMC q Q EMC")).toBe(true);
    expect(hides(text("/V(new)"), "(old)Tj")).toBe(false);
    expect(hides(text("/V(new)"), "0 0 2 9 re f")).toBe(false);
    expect(hides(text(""), "")).toBe(false);
  });

  it("is missing only if there is something to show", () => {
    expect(shown("/Subtype/Widget/FT/Tx/T(t)/V(x)")).toBe("missing");
    expect(shown("/Subtype/Widget/FT/Tx/T(t)/MK<</BC[0]>>")).toBe("missing");
    expect(shown("/Subtype/Widget/FT/Tx/T(t)")).toBeUndefined();
  });

  it("shows passwords as asterisks and choices by their labels", () => {
    const textOf = (annotation: string) => {
      const { cos, field } = opened(annotation);
      return field && shownText(cos, field);
    };
    expect(textOf("/Subtype/Widget/FT/Tx/T(t)/Ff 8192/V(abc)")).toBe("***");
    expect(textOf("/Subtype/Widget/FT/Ch/T(t)/Ff 131072/V(de)/Opt[[(de)(Deutsch)]]")).toBe("Deutsch");
  });
});

describe("the appearance of a check box", () => {
  const box = (rest: string) => `/Subtype/Widget/FT/Btn/T(t)/AP<</N<</on 5 0 R/Off 6 0 R>>>>${rest}`;

  it("matches its state, or its value if the state is missing or out of date", () => {
    expect(shown(box("/AS/Off/V/on"), ["1", "0"])).toBe("0");
    expect(shown(box("/V/on"), ["1", "0"])).toBe("1");
    expect(shown(box("/AS/Off/V/on"), ["1", "0"], true)).toBe("1");
    expect(shown(box("/V/other"), ["1", "0"])).toBe("0");
  });

  it("is missing if a checked box has none", () => {
    expect(shown("/Subtype/Widget/FT/Btn/T(t)/V/on")).toBe("missing");
    expect(shown("/Subtype/Widget/FT/Btn/T(t)/V/Off")).toBeUndefined();
  });
});
