/** ToUnicode CMaps (ISO 32000-2, 9.10.3), for copying and searching. */

/** Maximum entries per `beginbfchar` section. */
const maxEntries = 100;

/** The text as UTF-16BE in hexadecimal. */
function utf16Hex(text: string): string {
  let hex = "";
  for (let k = 0; k < text.length; k++) hex += text.charCodeAt(k).toString(16).padStart(4, "0");
  return hex;
}

/** The CMap for two-byte codes 1, 2, 3 … that represent these texts. */
export const toUnicode = (texts: readonly string[]): string =>
  unicodeMap(
    texts.map((text, k) => [k + 1, text]),
    2,
  );

/** The CMap for codes of so many bytes that represent texts. */
export function unicodeMap(texts: readonly (readonly [code: number, text: string])[], size: 1 | 2): string {
  const rows = texts.map(
    ([code, text]) => `<${code.toString(16).padStart(2 * size, "0")}> <${utf16Hex(text)}>`,
  );
  const sections: string[] = [];

  for (let k = 0; k < rows.length; k += maxEntries) {
    const part = rows.slice(k, k + maxEntries);
    sections.push(`${part.length} beginbfchar\n${part.join("\n")}\nendbfchar`);
  }

  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<${"00".repeat(size)}> <${"ff".repeat(size)}>
endcodespacerange
${sections.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
