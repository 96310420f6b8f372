import { describe, expect, it } from "vitest";
import { createFieldTypesetter } from "../../../src/document/forms/field-typeset.ts";
import { lazyReaders } from "../../../src/run/lazy-readers.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { plain } from "../../support/read-again.ts";

describe("field text in substitute fonts", () => {
  it("is measured and shown once prepared, with its fonts in the resources", async () => {
    const { session } = editing(pagesPdf([""]), lazyReaders());
    const typesetter = createFieldTypesetter(session);
    await typesetter.prepare(["Ω", "ΩΩ"]);
    expect(typesetter.measure("ΩΩ")).toBeCloseTo(2 * typesetter.measure("Ω"));
    expect(typesetter.measure("unset")).toBe(0);
    expect(typesetter.show({ text: "Ω", x: 3, y: 4, size: 9 })).toMatch(
      /^BT\n9 0 0 9 3 4 Tm\n\/F0 1 Tf\n.*TJ\nET\n$/,
    );
    typesetter.finish();
    expect(plain(session.document, typesetter.resources)).toMatchObject({
      Font: { F0: { Subtype: "/Type0" } },
    });
  });

  it("drops characters that no font has, with a warning", async () => {
    const { session, warnings } = editing(pagesPdf([""]), lazyReaders());
    const typesetter = createFieldTypesetter(session);
    await typesetter.prepare(["a\ue123b", "ab"]);
    expect(typesetter.measure("a\ue123b")).toBe(typesetter.measure("ab"));
    typesetter.finish();
    expect(warnings.join()).toContain("\ue123");
  });
});
