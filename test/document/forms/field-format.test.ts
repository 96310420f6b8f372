import { describe, expect, it } from "vitest";
import { fieldFormat } from "../../../src/document/forms/field-format.ts";
import { listFields } from "../../../src/document/forms/fields.ts";
import { formPdf } from "../../support/forms.ts";
import { read } from "../../support/read-again.ts";

function formatOf(script: string) {
  const escaped = script.replaceAll(/[\\()]/g, "\\$&");
  const { cos } = read(formPdf([`/FT/Tx/T(t)/AA<</F<</S/JavaScript/JS(${escaped})>>>>`]));
  const [field] = listFields(cos, [cos.object(10)]).fields;
  return field && fieldFormat(cos, field);
}

describe("format functions with constant arguments", () => {
  it.each([
    ['AFNumber_Format(2, 0, 0, 0, "", true);', "1234567.891", "1,234,567.89"],
    ['AFNumber_Format(2, 0, 0, 0, "$", true)', "-1234.5", "-$1,234.50"],
    ['AFNumber_Format(2, 2, 0, 0, " \\u20ac", false)', "1234.5", "1.234,50 €"],
    ['AFNumber_Format(2, 2, 0, 0, "", false)', "1.234,5", "1.234,50"],
    ['AFNumber_Format(0, 4, 2, 0, "", false)', "-1234567", "(1'234'567)"],
    ['AFNumber_Format(2, 1, 0, 0, "", false)', "1.005", "1.01"],
    ['AFNumber_Format(2, 3, 0, 0, "", false)', "0.5", "0,50"],
    ['AFNumber_Format(1, 1, 0, 0, "", false)', "-0.04", "0.0"],
    ["AFPercent_Format(1, 0)", "0.1234", "12.3%"],
    ["AFPercent_Format(0, 0, true)", "12.34", "%1,234"],
    ["AFDate_Format(11)", "2024-03-01", "March 1, 2024"],
    ['AFDate_FormatEx("d mmm yyyy")', "1 March 2024", "1 Mar 2024"],
    ['AFDate_FormatEx("dd.mm.yy")', "1.3.2024", "01.03.24"],
    ['AFDate_FormatEx("dddd, d. mmmm yyyy")', "2024-02-29", "Thursday, 29. February 2024"],
    ['AFDate_FormatEx("m/d/yy h:MM tt")', "3/1/99 14:05", "3/1/99 2:05 pm"],
    ["AFTime_Format(1)", "14:05", "2:05 pm"],
    ['AFTime_FormatEx("HH:MM:ss")', "2:05:09 pm", "14:05:09"],
    ["AFSpecial_Format(0)", "12345", "12345"],
    ["AFSpecial_Format(1)", "123456789", "12345-6789"],
    ["AFSpecial_Format(2)", "+1 (555) 123-4567", undefined],
    ["AFSpecial_Format(2)", "555 123 4567", "(555) 123-4567"],
    ["AFSpecial_Format(2)", "5551234", "555-1234"],
    ["AFSpecial_Format(3)", "123-45-6789", "123-45-6789"],
    ['AFNumber_Format(2, 0, 0, 0, "", true)', "", ""],
    ['AFNumber_Format(2, 0, 0, 0, "", true)', "many", undefined],
    ['AFDate_FormatEx("d mmm yyyy")', "2023-02-29", undefined],
  ])("%s shows %j as %j", (script, value, shown) => {
    expect(formatOf(script)?.show(value)?.text).toBe(shown);
  });

  it("shows negative numbers in red if the script says so", () => {
    expect(formatOf('AFNumber_Format(0, 0, 1, 0, "", true)')?.show("-5")).toEqual({ text: "5", red: true });
    expect(formatOf('AFNumber_Format(0, 0, 3, 0, "", true)')?.show("-5")).toEqual({ text: "(5)", red: true });
  });

  it.each(["AFNumber_Format(n, 0, 0, 0, '', true)", "app.alert(1)", "AFNumber_Format(2,0,0,0,'',true); x()"])(
    "ignores %s",
    (script) => expect(formatOf(script)).toBeUndefined(),
  );

  it("returns the type and pattern", () => {
    expect(formatOf('AFNumber_Format(2, 2, 0, 0, " \\u20ac", false)')).toMatchObject({
      type: "number",
      pattern: "#.##0,00 €",
    });
    expect(formatOf("AFSpecial_Format(2)")).toMatchObject({ type: "special", pattern: "(999) 999-9999" });
  });
});
