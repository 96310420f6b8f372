/** Documents of pages with given content streams: Helvetica as F1, Courier as F2. */

/** Pages of 600 by 800 points, and one bookmark for each title that leads to the page with the same index. */
export function simplePdf(contents: readonly string[], titles: readonly string[] = []): Buffer {
  const objects: string[] = ["", ""];
  const add = (body: string) => objects.push(body);
  const fonts =
    "<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/F2<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>";
  const pages = contents.map((content) => {
    const stream = add(`<</Length ${content.length}>>stream\n${content}\nendstream`);
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font${fonts}>>/Contents ${stream} 0 R>>`,
    );
  });
  const first = objects.length + 1;
  titles.forEach((title, at) => {
    const next = at + 1 < titles.length ? `/Next ${first + at + 1} 0 R` : "";
    add(`<</Title(${title})/Parent ${first + titles.length} 0 R/Dest[${pages[at]} 0 R/Fit]${next}>>`);
  });
  const outlines =
    titles.length > 0 ? add(`<</First ${first} 0 R/Last ${first + titles.length - 1} 0 R>>`) : 0;
  objects[0] = `<</Type/Catalog/Pages 2 0 R${outlines > 0 ? `/Outlines ${outlines} 0 R` : ""}>>`;
  objects[1] = `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(" ")}]>>`;
  let body = "%PDF-1.7\n";
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  body += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.indexOf("xref\n0")}\n%%EOF`;
  return Buffer.from(body, "latin1");
}
