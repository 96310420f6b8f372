/** A small Type 1 program, encrypted as in files; every glyph is empty. */

function encrypt(bytes: Uint8Array, start: number): Uint8Array {
  let key = start;
  return bytes.map((byte) => {
    const cipher = byte ^ (key >> 8);
    key = ((cipher + key) * 52_845 + 22_719) & 0xffff;
    return cipher;
  });
}

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** `0 500 hsbw endchar` after four padding bytes. */
const emptyGlyph = Buffer.from(encrypt(Uint8Array.of(0, 0, 0, 0, 139, 248, 136, 13, 14), 4330)).toString(
  "latin1",
);

/** `encoding` follows /Encoding; `glyphs` are the glyph names without .notdef. */
export function type1Program(encoding: string, glyphs: readonly string[], info = ""): Uint8Array {
  const clear = `%!PS-AdobeFont-1.0: Test 001.000
12 dict begin
/FontInfo 5 dict dup begin
${info}
end readonly def
/FontName /Test def
/PaintType 0 def
/FontType 1 def
/FontMatrix [0.001 0 0 0.001 0 0] readonly def
/Encoding ${encoding} def
/FontBBox {0 -200 1000 800} readonly def
currentdict end
currentfile eexec
`;
  const names = [".notdef", ...glyphs];
  const hidden = `    dup /Private 8 dict dup begin
/RD {string currentfile exch readstring pop} executeonly def
/ND {noaccess def} executeonly def
/NP {noaccess put} executeonly def
/BlueValues [] def
/MinFeature {16 16} def
/password 5839 def
2 index /CharStrings ${names.length} dict dup begin
${names.map((name) => `/${name} ${emptyGlyph.length} RD ${emptyGlyph} ND`).join("\n")}
end
end
readonly put
noaccess put
dup /FontName get exch definefont pop
mark currentfile closefile
`;
  const end = `\n${`${"0".repeat(64)}\n`.repeat(8)}cleartomark\n`;
  return Buffer.concat([latin1(clear), encrypt(latin1(hidden), 55_665), latin1(end)]);
}
