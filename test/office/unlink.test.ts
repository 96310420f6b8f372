/** References that lead outside an OpenDocument package are emptied, however they are written. */
import { describe, expect, it } from "vitest";
import { formatOf } from "../../src/office/formats.ts";
import { type Inspection, inspect } from "../../src/office/inspect.ts";
import { withoutLinks } from "../../src/office/unlink.ts";
import { inflate, readEntries } from "../../src/office/zip.ts";
import { memorySource } from "../support/memory-files.ts";
import { zip } from "../support/zip.ts";
import { odf, odfPicture } from "./documents.ts";

/** The resulting part; undefined if nothing changed. */
const unlinked = (xml: string) => {
  const bytes = withoutLinks(Buffer.from(xml));
  return bytes && Buffer.from(bytes).toString();
};

describe("a part", () => {
  it.each([
    '<draw:image xlink:href="file:///etc/passwd"/>',
    "<draw:image xlink:href='http://h/x'/>",
    '<x:image y:href = "//h/share/x"/>',
    '<image href="/etc/passwd"/>',
    '<draw:image a=">" xlink:href="../../x.png"/>',
    '<draw:image\n\txlink:href="&#102;ile:///x"/>',
    '<draw:image xlink:href="&#x66;ile:///x"/>',
    '<draw:image xlink:href="fi&#10;le:///x"/>',
    '<draw:image xlink:href="%2e%2e/x"/>',
    '<draw:image xlink:href="Pictures\\..\\..\\x"/>',
    '<text:section-source xlink:href="vnd.sun.star.expand:$(x)"/>',
    '<script:event-listener xlink:href="vnd.sun.star.script:a.b?language=Basic"/>',
    '<script:event-listener xlink:href="file:///x"/>',
  ])("loses the link of %s", (xml) => {
    expect(unlinked(`<?xml version="1.0" encoding="UTF-8"?><r>é${xml}</r>`)).toMatch(
      /é<.*href\s*=\s*(?:""|'')/s,
    );
  });

  it.each([
    '<draw:image xlink:href="Pictures/1.png"/>',
    '<draw:object xlink:href="./Object 1"/>',
    '<text:a xlink:href="http://example.com/"/>',
    '<draw:a xlink:href="../other.odt"/>',
    '<presentation:event-listener xlink:href="https://example.com/"/>',
    '<draw:image xlink:href="#x"/>',
    '<p>write href="file:///x" there</p>',
  ])("keeps %s", (xml) => {
    expect(unlinked(`<r>${xml}</r>`)).toBeUndefined();
  });

  it.each([
    '<!DOCTYPE r [<!ENTITY f "file">]><r href="&f;:///x"/>',
    '<?xml version="1.0" encoding="UTF-7"?><r/>',
    '<!DOCTYPE r [<!ATTLIST r href CDATA "file:///x">]><r/>',
    Buffer.from('<r href="file:///x"/>', "utf16le").toString("latin1"),
  ])("is rejected if it could hide links: %j", (xml) => {
    expect(() => withoutLinks(Buffer.from(xml, "latin1"))).toThrow(/encoding|entities/);
  });
});

describe("a package", () => {
  const look = (bytes: Uint8Array) => inspect(memorySource(bytes), "a.odt", formatOf("a.odt", "input"));
  const bytesOf = async (content: Inspection["content"]) => {
    const pieces: Uint8Array[] = [];
    await content((piece) => pieces.push(Uint8Array.from(piece)));
    return Buffer.concat(pieces);
  };

  it("reaches the converter as a new file with exactly the inspected entries", async () => {
    const bytes = odf("text", "<text:p>x</text:p>");
    const { content } = await look(Buffer.concat([bytes, Buffer.from("\nwhatever comes after")]));
    const seen = await bytesOf(content);
    expect(seen.includes("whatever")).toBe(false);
    const names = async (file: Uint8Array) =>
      (await readEntries(memorySource(file), 100)).entries.map(
        ({ filename, crc32, compressedSize, compressionMethod }) => ({
          ...{ filename, crc32, compressedSize, compressionMethod },
        }),
      );
    expect(await names(seen)).toEqual(await names(bytes));
  });

  it("keeps all other entries", async () => {
    const picture = Uint8Array.from({ length: 3000 }, (_, k) => (k * k) % 251);
    const { content } = await look(
      odf("text", `<text:p>${odfPicture("file:///x")}</text:p>`, { "Pictures/a.png": picture }),
    );
    const { entries } = await readEntries(memorySource(await bytesOf(content)), 100);
    const texts = new Map<string, Buffer>();
    for (const entry of entries)
      texts.set(entry.filename, await bytesOf((onPiece) => inflate(entry, onPiece)));
    expect(entries[0]).toMatchObject({ filename: "mimetype", compressionMethod: 0 });
    expect(texts.get("Pictures/a.png")).toEqual(Buffer.from(picture));
    expect(texts.get("content.xml")?.toString()).toContain('xlink:href=""');
    expect(texts.get("content.xml")?.toString()).not.toContain("file:");
  });

  it("is rejected if it hides its encoding", async () => {
    const bytes = zip({
      mimetype: { data: "application/vnd.oasis.opendocument.text", stored: true },
      "content.xml": '<?xml version="1.0" encoding="UTF-7"?><r/>',
    });
    await expect(look(bytes)).rejects.toMatchObject({ code: "operation_failed" });
  });
});
