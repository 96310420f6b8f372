import { describe, expect, it } from "vitest";
import type { RemovedAnnotation } from "../../../src/document/forms/appearance.ts";
import { drawFields } from "../../../src/document/forms/draw-fields.ts";
import { widgetFields } from "../../../src/document/forms/widget-fields.ts";
import { dictAt } from "../../../src/document/typed-get.ts";
import { editing } from "../../support/editing.ts";
import { box, formPdf } from "../../support/forms.ts";

/** The content drawn for a field. */
async function drawn(field: string): Promise<string> {
  const { session } = editing(
    formPdf([`${field}${box(0, 0)}`], {
      form: "/Fields[10 0 R]/DA(1 0 0 rg /F 10 Tf)/DR<</Font<</F 9 0 R>>>>",
      more: { 9: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>" },
    }),
  );
  const dict = dictAt(session.cos, session.cos.object(10)) ?? new Map();
  const one: RemovedAnnotation = { page: 1, num: 10, dict, field: widgetFields(session).of(10, dict) };
  const look = (await drawFields(session, [one])).get(one);
  return look ? Buffer.from(session.cos.decode(look.stream)).toString("latin1") : "";
}
const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");
const strings = (content: string) =>
  content.match(/(?<=<)[0-9a-f]+(?=> Tj)/g)?.map((code) => Buffer.from(code, "hex").toString());

describe("a field without an appearance is drawn", () => {
  it("in its own font, size and color, inside its border", async () => {
    const content = await drawn("/FT/Tx/T(t)/V(abc)/MK<</BC[0]>>/Q 2");
    expect(content).toMatch(/\/Tx BMC\nq\n1 1 98 18 re\nW\nn\n1 0 0 rg\nBT\n\/F 10 Tf\n80 [\d.]+ Td\n/);
    expect(content).toContain(`<${hex("abc")}> Tj`);
  });

  it("according to its kind and flags: in cells, on lines, or as a list with highlighted choices", async () => {
    expect(strings(await drawn("/FT/Tx/T(t)/V(abc)/Ff 16777216/MaxLen 5"))).toEqual(["a", "b", "c"]);
    expect(strings(await drawn("/FT/Tx/T(t)/V(a\\nb)/Ff 4096"))).toEqual(["a", "b"]);
    expect(strings(await drawn("/FT/Tx/T(t)/V(a\\nb)"))).toEqual(["a b"]);
    const list = await drawn("/FT/Ch/T(t)/V(x)/Opt[(x)[(y)(why)]]");
    expect(strings(list)).toEqual(["x", "why"]);
    // If the list started at the first item, the second would be cut off.
    expect(strings(await drawn("/FT/Ch/T(t)/V(y)/Opt[(x)[(y)(why)]]"))).toEqual(["why"]);
    expect(list.match(/0\.6 0\.75686 0\.8549 rg/g)).toHaveLength(1);
  });

  it("as a box, with a mark if checked", async () => {
    const [on, off] = [await drawn("/FT/Btn/T(t)/V/Yes"), await drawn("/FT/Btn/T(t)/V/Off")];
    expect(on).toContain("1 0 0 rg");
    expect(off).toBe("");
  });
});
