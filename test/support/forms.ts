/** Documents with form fields, and the listing of those fields. */
import { type FormItem, formItems } from "../../src/document/forms/form-items.ts";
import { type BuiltPdf, pagesPdf } from "./pdf-builder.ts";
import { read } from "./read-again.ts";

/** A page with widgets: its annotations are the field objects 10, 11, … */
export function formPdf(
  fields: readonly string[],
  extra: { page?: string; form?: string; root?: string; more?: BuiltPdf["objects"] } = {},
) {
  const refs = fields.map((_, k) => `${10 + k} 0 R`).join(" ");
  return pagesPdf([`/Annots[${refs}]${extra.page ?? ""}`], {
    root: `/AcroForm<<${extra.form ?? `/Fields[${refs}]`}>>${extra.root ?? ""}`,
    more: {
      ...Object.fromEntries(fields.map((field, k) => [10 + k, `<</Subtype/Widget${field}>>`])),
      ...extra.more,
    },
  });
}

/** The rectangle of a widget. */
export const box = (x: number, y: number, height = 20) => `/Rect[${x} ${y} ${x + 100} ${y + height}]`;

export function itemsOf(bytes: Uint8Array): { readonly items: readonly FormItem[]; readonly warned: string } {
  const warned: string[] = [];
  const items = formItems(read(bytes), (message) => warned.push(message));
  return { items, warned: warned.join() };
}

/** A dynamic XFA form: pages with a "please wait" message, and the form as XFA data. */
export function dynamicXfa(pages: number): Uint8Array {
  return pagesPdf(
    Array.from({ length: pages }, () => ""),
    {
      root: "/NeedsRendering true/AcroForm<</Fields[]/XFA 30 0 R>>",
      more: { 30: { dict: "", data: '<xdp:xdp><template><field name="n"/></template></xdp:xdp>' } },
    },
  );
}
