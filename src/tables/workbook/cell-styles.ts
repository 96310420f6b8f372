/** The cell formats of a workbook, each once. */

import { escapeXml } from "../../core/xml/text.ts";
import { part, spreadsheetNamespace } from "./parts.ts";

export interface CellStyle {
  /** A number format; "" for the general one. */
  readonly format?: string;
  readonly bold?: boolean;
  /** Marks text that a program could otherwise take for a formula. */
  readonly quotePrefix?: boolean;
}

/** The first number format of a workbook's own. */
const firstFormat = 164;

const fonts = ["", "<b/>"].map((bold) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`);
const fills = ["none", "gray125"].map((type) => `<fill><patternFill patternType="${type}"/></fill>`);
const border = "<border><left/><right/><top/><bottom/><diagonal/></border>";

export interface CellStyles {
  /** The index of a style, which cells refer to. */
  indexOf(style: CellStyle): number;
  /** The workbook's part of styles. */
  xml(): string;
}

export function createCellStyles(): CellStyles {
  const formats = new Map<string, number>();
  const styles = new Map<string, number>();

  function indexOf({ format = "", bold = false, quotePrefix = false }: CellStyle): number {
    if (format !== "" && !formats.has(format)) formats.set(format, firstFormat + formats.size);
    const number = formats.get(format) ?? 0;
    const xml = `<xf numFmtId="${number}" fontId="${Number(bold)}" fillId="0" borderId="0" xfId="0" quotePrefix="${Number(quotePrefix)}" applyNumberFormat="${Number(number > 0)}" applyFont="${Number(bold)}"/>`;
    const index = styles.get(xml) ?? styles.size;
    styles.set(xml, index);
    return index;
  }

  // Cells without a style have the first.
  indexOf({});
  return {
    indexOf,
    xml: () =>
      part(
        `<styleSheet xmlns="${spreadsheetNamespace}">${counted("numFmts", [...formats].map(numberFormat))}${counted("fonts", fonts)}${counted("fills", fills)}${counted("borders", [border])}${counted("cellStyleXfs", ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'])}${counted("cellXfs", [...styles.keys()])}${counted("cellStyles", ['<cellStyle name="Normal" xfId="0" builtinId="0"/>'])}</styleSheet>`,
      ),
  };
}

const numberFormat = ([format, id]: readonly [string, number]) =>
  `<numFmt numFmtId="${id}" formatCode="${escapeXml(format)}"/>`;

const counted = (name: string, items: readonly string[]) =>
  items.length === 0 ? "" : `<${name} count="${items.length}">${items.join("")}</${name}>`;
