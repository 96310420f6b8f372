import { describe, expect, it } from "vitest";
import { claimOf } from "../../../src/document/conformance/claim.ts";
import {
  allowTransparency,
  listsGlyphs,
  stampColor,
  stampLanguage,
} from "../../../src/document/conformance/stamping.ts";
import { contentOf } from "../../../src/document/stamp/operators.ts";
import { claiming } from "../../support/claims.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { plain } from "../../support/read-again.ts";

const session = (attributes: string, root = "") => editing(claiming(attributes, undefined, { root })).session;
const claim = (attributes: string) => claimOf(session(attributes).cos);
const language = (attributes: string, root = "") =>
  stampLanguage(session(attributes, root), claim(attributes));
const pdfa = (part: string) => `pdfaid:part="${part}" pdfaid:conformance="B"`;
const intent = "/OutputIntents[<</S/GTS_PDFA1>>]";

describe("the color of a stamp", () => {
  it("is a device color without a claim", () => {
    const { space, fill } = stampColor(session(""), claim(""), [1, 0, 0.33333]);
    expect(space).toBeUndefined();
    expect(contentOf(fill(undefined))).toBe("1 0 0.333 rg\n");
  });

  it("is calibrated in PDF/A, which allows device colors only with a matching output intent", () => {
    const edit = editing(claiming(pdfa("2")));
    const { space, fill } = stampColor(edit.session, claimOf(edit.session.cos), [0]);
    expect(plain(edit.session.document, space)).toMatchObject([
      "/CalGray",
      { WhitePoint: [0.9505, 1, 1.089] },
    ]);
    expect(contentOf(fill("C"))).toBe("/C cs\n0 sc\n");
    expect(
      plain(edit.session.document, stampColor(edit.session, claimOf(edit.session.cos), [1, 0, 0]).space),
    ).toMatchObject(["/CalRGB", {}]);
  });
});

describe("a stamp on PDF/X", () => {
  const printed = (version: string) =>
    editing(pagesPdf([""], { trailer: "/Info 9 0 R", more: { 9: `<</GTS_PDFXVersion(${version})>>` } }));

  it("is gray in PDF/X-1a, which forbids RGB", () => {
    const grey = printed("PDF/X-1a:2003");
    const { space, fill } = stampColor(grey.session, claimOf(grey.session.cos), [0.5, 0.5, 0.5]);
    expect([space, contentOf(fill(undefined)), grey.warnings]).toEqual([undefined, "0.5 g\n", []]);
    const red = printed("PDF/X-1a:2003");
    stampColor(red.session, claimOf(red.session.cos), [1, 0, 0]);
    expect(red.warnings).toEqual([
      "the result no longer claims PDF/X-1a:2003: PDF/X-1a:2003 forbids RGB colors",
    ]);
  });

  it("is calibrated in later parts, and may be transparent from PDF/X-4 on", () => {
    const old = printed("PDF/X-3:2003");
    expect(stampColor(old.session, claimOf(old.session.cos), [1, 0, 0]).space).toBeDefined();
    allowTransparency(old.session, claimOf(old.session.cos));
    expect(old.warnings.join()).toContain("PDF/X-3:2003 forbids the watermark's transparency");
    const later = printed("PDF/X-4");
    allowTransparency(later.session, claimOf(later.session.cos));
    expect(later.warnings).toEqual([]);
  });
});

describe("other requirements of a claim on a stamp", () => {
  it("include a list of glyphs in PDF/A-1", () => {
    expect(["1", "2"].map((part) => listsGlyphs(claim(pdfa(part))))).toEqual([true, false]);
  });

  it("include a language in PDF/UA if the document has none", () => {
    expect(language('pdfuaid:part="1"')).toBe("und");
    expect(language('pdfuaid:part="1"', "/Lang(de)")).toBeUndefined();
    expect(language(pdfa("2"))).toBeUndefined();
  });
});

describe("a transparent stamp", () => {
  it("raises the version to one with transparency", async () => {
    const edit = editing(
      Buffer.from(Buffer.from(claiming("")).toString("latin1").replace("%PDF-1.7", "%PDF-1.3"), "latin1"),
    );
    allowTransparency(edit.session, claimOf(edit.session.cos));
    expect((await edit.written()).cos.version).toBe("1.4");
  });

  it("withdraws the claim of PDF/A-1, which forbids it", () => {
    const edit = editing(claiming(pdfa("1")));
    const page = new Map();
    allowTransparency(edit.session, claimOf(edit.session.cos))(page);
    expect(edit.warnings).toEqual([
      "the result no longer claims PDF/A-1b: PDF/A-1 forbids the watermark's transparency",
    ]);
    expect(page.size).toBe(0);
  });

  it("gives pages a blending color space if PDF/A has no output intent for it", () => {
    const edit = editing(claiming(pdfa("2")));
    const page = new Map();
    allowTransparency(edit.session, claimOf(edit.session.cos))(page);
    const group = { S: "/Transparency", CS: ["/CalRGB", {}] };
    expect(plain(edit.session.document, page)).toMatchObject({ Group: group });
    const prepared = new Map([["Group", new Map([["CS", 1]])]]);
    allowTransparency(edit.session, claimOf(edit.session.cos))(prepared);
    expect(prepared.get("Group")).toEqual(new Map([["CS", 1]]));
    for (const attributes of [pdfa("2"), ""]) {
      const untouched = new Map();
      allowTransparency(session(attributes, intent), claim(attributes))(untouched);
      expect(untouched.size).toBe(0);
    }
  });
});
