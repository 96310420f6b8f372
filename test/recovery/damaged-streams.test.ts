import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isDamagedStream, repairStreams } from "../../src/recovery/edits/damaged-streams.ts";
import { editing } from "../support/editing.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";
import { at, read } from "../support/read-again.ts";

const flate = "/Filter/FlateDecode";
const lines = Array.from({ length: 400 }, (_, k) => `${k} ${k} 9 9 re f`).join("\n");
/** Data whose second half is noise. */
const damaged = (data: string | Uint8Array) => {
  const coded = deflateSync(data);
  return Buffer.concat([coded.subarray(0, coded.length / 2), Buffer.alloc(coded.length / 2, 0xff)]);
};

async function mended(page: string, more: BuiltPdf["objects"]) {
  const edit = editing(pagesPdf(["", page], { more }));
  return { ...repairStreams(edit.session), document: await edit.written() };
}

describe("streams with damaged data", () => {
  it("keep the data before the damage, and their pages are reported", async () => {
    const { any, pages, document } = await mended("/Contents 5 0 R", {
      5: { dict: flate, data: damaged(lines) },
    });
    expect([any, pages]).toEqual([true, [2]]);
    const { data } = Object(at(document, 2, "Contents"));
    expect(data.length).toBeGreaterThan(100);
    expect(lines).toContain(data.trim().split("\n").slice(0, 20).join("\n"));
  });

  it("contain no noise if they are page content", async () => {
    const { document } = await mended("/Contents 5 0 R", { 5: { dict: flate, data: damaged(lines) } });
    expect(Object(at(document, 2, "Contents")).data).toMatch(/^[\d\sref]+$/);
  });

  it("are decoded by Flate if the filter's name is damaged", async () => {
    const { any, document } = await mended("/Contents 5 0 R", {
      5: { dict: "/Filter/FlateDecoqe", data: deflateSync("0 0 9 9 re f") },
    });
    expect(any).toBe(true);
    expect(Object(at(document, 2, "Contents")).data.trim()).toBe("0 0 9 9 re f");
  });

  it("become empty if a small damaged file would expand to a huge one", async () => {
    const data = `${deflateSync(new Uint8Array(70_000_000)).toString("hex")}{`;
    const dict = "/Filter[/ASCIIHexDecode/FlateDecode]";
    const { any, document } = await mended("/Contents 5 0 R", { 5: { dict, data } });
    expect(any).toBe(true);
    expect(Object(at(document, 2, "Contents")).data).toBe("");
  });
});

describe("unchanged streams", () => {
  it.each([
    ["whole ones", flate, deflateSync(lines)],
    ["pictures", `/Subtype/Image${flate}`, damaged(randomBytes(2000))],
    ["data encoded as a JPEG", "/Filter/DCTDecode", randomBytes(2000)],
    ["data of another file", `${flate}/F(other.bin)`, damaged(lines)],
    ["data without a filter", "", randomBytes(2000)],
  ])("include %s", (_, dict, data) => {
    const file = pagesPdf(["/Resources<</XObject<</X 5 0 R>>>>"], { more: { 5: { dict, data } } });
    expect(isDamagedStream(read(file).cos, 5)).toBe(false);
    const { session } = editing(file);
    expect(repairStreams(session)).toEqual({ any: false, pages: [] });
  });
});
