/** Character maps of composite fonts (9.7.5), written again from their ranges. */
import { failed } from "../../core/problem.ts";
import type { CosStream } from "../../cos/syntax/value.ts";
import { fromLatin1 } from "../../cos/syntax/value.ts";
import { CmapLexer, cmapToken } from "../../fonts/cmaps/cmap-lexer.ts";
import type { Rebuild } from "./rebuild.ts";

/** Operands of each section's entries. */
const sections: Readonly<Record<string, number>> = {
  ...{ codespacerange: 2, cidrange: 3, cidchar: 2, notdefrange: 3, notdefchar: 2 },
};
const perSection = 100;

/** The sections of a map, without comments, names and anything else. */
export function characterMapText(to: Rebuild, map: CosStream, vertical: boolean): Uint8Array {
  const lexer = new CmapLexer(to.cos.decode(map, 16_000_000));
  const written: string[] = [];
  let section = "";
  let entries: string[][] = [];
  let entry: string[] = [];

  const flush = () => {
    for (let at = 0; at < entries.length; at += perSection) {
      const part = entries.slice(at, at + perSection).map((items) => items.join(" "));
      written.push(`${part.length} begin${section}`, ...part, `end${section}`);
    }
    entries = [];
  };

  for (let token = lexer.next(); token !== cmapToken.end; token = lexer.next()) {
    const [, begun] = token === cmapToken.word ? (/^begin(\w+)$/.exec(lexer.text) ?? []) : [];
    if (begun !== undefined && sections[begun] !== undefined) {
      section = begun;
      entry = [];
    } else if (token === cmapToken.word && lexer.text === `end${section}`) {
      flush();
      section = "";
    } else if (token === cmapToken.word && /^begin(?:bf|rearranged)/.test(lexer.text))
      throw failed("The document can't be redacted: a font's character map can't be read with certainty");
    else if (section !== "" && (token === cmapToken.string || token === cmapToken.number)) {
      const digits = lexer.value.toString(16).padStart(2 * lexer.length, "0");
      entry.push(token === cmapToken.string ? `<${digits.slice(-2 * lexer.length)}>` : String(lexer.value));
      if (entry.length < (sections[section] ?? 0)) continue;
      entries.push(entry);
      entry = [];
    }
  }

  return fromLatin1(`/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end def
/CMapName /Map def
/CMapType 1 def
/WMode ${vertical ? 1 : 0} def
${written.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`);
}
