/**
 * Documents that do more than ask to be printed, with the real suite. A bare `soffice` with default settings fetches what such
 * a document links to: otherwise the tests would prove nothing.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyNth } from "../support/corpus.ts";
import { runProgram } from "../support/run-program.ts";
import { requireTool } from "../support/tools.ts";
import {
  docx,
  linkedPicture,
  odf,
  odfPicture,
  paragraph,
  pptx,
  rels,
  slidePicture,
  slideText,
  xlsx,
} from "./documents.ts";
import { leftovers, makeBox, runOffice } from "./fake.ts";

const skip = requireTool("soffice");

/** A red square, 64 x 64. If it shows up in the result, it counts as an image. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQ0AAAgEoNP+nbWFHzdoQCV1rYOCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCwNMCn2EBAU0nLgAAAAAASUVORK5CYII=",
  "base64",
);

interface Target {
  /** Without a file name, as in `${base}/x.png`. */
  readonly base: string;
  readonly canary: string;
}

interface Hostile {
  readonly name: string;
  readonly file: string;
  make(target: Target): Uint8Array;
}

const cell = (content: string) =>
  `<row r="1"><c r="A1" t="inlineStr"><is><t>shown</t></is></c>${content}</row>`;
const field = (code: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
const shownText = "<text:p>shown</text:p>";

const documents: readonly Hostile[] = [
  {
    name: "a linked picture",
    file: "a.docx",
    make: ({ base }) =>
      docx(paragraph("shown") + linkedPicture("p1"), [["p1", "image", `${base}/x.png`, "External"]]),
  },
  {
    name: "INCLUDEPICTURE and INCLUDETEXT",
    file: "b.docx",
    make: ({ base }) =>
      docx(
        paragraph("shown") +
          field(`INCLUDEPICTURE "${base}/x.png" \\d`) +
          field(`INCLUDETEXT "${base}/x.txt"`),
      ),
  },
  {
    name: "a template from elsewhere",
    file: "c.docx",
    make: ({ base }) =>
      docx(paragraph("shown"), [["s1", "settings", "settings.xml"]], {
        "word/settings.xml": `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:attachedTemplate r:id="t1"/></w:settings>`,
        "word/_rels/settings.xml.rels": rels([["t1", "attachedTemplate", `${base}/x.dotx`, "External"]]),
      }),
  },
  {
    name: "WEBSERVICE and HYPERLINK",
    file: "d.xlsx",
    make: ({ base }) => xlsx(cell(`<c r="B1"><f>_xlfn.WEBSERVICE("${base}/x.txt")</f><v>0</v></c>`)),
  },
  {
    name: "an external workbook",
    file: "e.xlsx",
    make: ({ base }) =>
      xlsx(
        cell(`<c r="B1"><f>[1]Sheet1!A1</f><v>0</v></c>`),
        [["x1", "externalLink", "externalLinks/externalLink1.xml"]],
        {
          "xl/externalLinks/externalLink1.xml": `<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><externalBook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="b1"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook></externalLink>`,
          "xl/externalLinks/_rels/externalLink1.xml.rels": rels([
            ["b1", "externalLinkPath", `${base}/x.xlsx`, "External"],
          ]),
        },
        '<externalReferences><externalReference r:id="x1"/></externalReferences>',
      ),
  },
  {
    name: "a linked picture",
    file: "f.pptx",
    make: ({ base }) =>
      pptx(slideText("shown") + slidePicture("p1"), [["p1", "image", `${base}/x.png`, "External"]]),
  },
  {
    name: "a linked picture",
    file: "g.odt",
    make: ({ base }) => odf("text", `${shownText}<text:p>${odfPicture(`${base}/x.png`)}</text:p>`),
  },
  {
    name: "a linked section",
    file: "h.odt",
    make: ({ base }) =>
      odf(
        "text",
        `${shownText}<text:section text:name="s"><text:section-source xlink:href="${base}/x.txt" xlink:type="simple"/><text:p>old</text:p></text:section>`,
      ),
  },
  {
    name: "a linked object",
    file: "i.odt",
    make: ({ base }) =>
      odf(
        "text",
        `${shownText}<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:object xlink:href="${base}/x.odt" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`,
      ),
  },
  {
    name: "a linked sheet and an external reference",
    file: "j.ods",
    make: ({ base }) =>
      odf(
        "spreadsheet",
        `<table:table table:name="S"><table:table-source xlink:href="${base}/x.csv" xlink:type="simple" table:filter-name="Text - txt - csv (StarCalc)"/><table:table-row><table:table-cell office:value-type="string">${shownText}</table:table-cell><table:table-cell table:formula="of:='${base}/x.ods'#$Sheet1.A1" office:value-type="float" office:value="0"/><table:table-cell table:formula="of:=COM.MICROSOFT.WEBSERVICE(&quot;${base}/x.txt&quot;)"/></table:table-row></table:table>`,
      ),
  },
  {
    name: "a linked picture and a linked background",
    file: "k.odp",
    make: ({ base }) =>
      odf(
        "presentation",
        `<draw:page draw:name="p" draw:master-page-name="M"><draw:frame svg:width="5cm" svg:height="2cm" svg:x="1cm" svg:y="8cm"><draw:text-box>${shownText}</draw:text-box></draw:frame>${odfPicture(`${base}/x.png`)}</draw:page>`,
      ),
  },
];

interface Site {
  readonly hits: string[];
  readonly base: string;
  readonly server: Server;
}

async function listen(): Promise<Site> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    response.end(request.url?.endsWith(".png") ? png : "SECRET");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  return { hits, server, base: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` };
}

describe.skipIf(skip !== undefined)("a hostile document", () => {
  const secrets = mkdtempSync(join(tmpdir(), "pdfd-secret-"));
  const canary = join(secrets, "canary");
  const secretFiles = ["x.png", "x.txt", "x.csv"].map((name) => join(secrets, name));
  let site: Site;

  beforeAll(async () => {
    site = await listen();
    for (const path of secretFiles) writeFileSync(path, path.endsWith(".png") ? png : "SECRET\n");
  });
  afterAll(() => {
    site.server.close();
    rmSync(secrets, { recursive: true, force: true });
  });

  const inside = (pdf: string) => {
    const images = runProgram("pdfimages", ["-list", pdf]).stdout.toString().split("\n").slice(2);
    const text = runProgram("pdftotext", [pdf, "-"]).stdout.toString();
    return { images: images.filter((line) => line !== "").length, text };
  };

  /**
   * Sets old access times, so that `read` lists the secrets read since then, if the file system records access (relatime
   * updates old times).
   */
  const age = () => {
    for (const path of secretFiles) utimesSync(path, 1_000_000, 1_000_000);
  };
  const read = () => secretFiles.filter((path) => statSync(path).atimeMs !== 1_000_000_000);
  const tellsReading = () => {
    age();
    readFileSync(secretFiles[0] ?? "");
    return read().length === 1;
  };

  it.each(everyNth(documents, 2))("$name ($file) gets no file of this computer", async ({ file, make }) => {
    using box = makeBox();
    writeFileSync(join(box.allowed, file), make({ base: pathToFileURL(secrets).href, canary }));
    const told = tellsReading();
    age();
    expect(await runOffice(box, { input: file })).toMatchObject({ pages: 1 });
    if (told) expect(read()).toEqual([]);
    const { images, text } = inside(join(box.allowed, "out.pdf"));
    expect(text).toContain("shown");
    expect(text).not.toContain("SECRET");
    expect(images).toBe(0);
  });

  // The same places as above, so the other documents.
  it.each(everyNth(documents.slice(1), 2))("$name ($file) reaches no server", async ({ file, make }) => {
    using box = makeBox();
    site.hits.length = 0;
    writeFileSync(join(box.allowed, file), make({ base: site.base, canary }));
    expect(await runOffice(box, { input: file })).toMatchObject({ pages: 1 });
    expect(site.hits).toEqual([]);
    const { images, text } = inside(join(box.allowed, "out.pdf"));
    expect(text).toContain("shown");
    expect(text).not.toContain("SECRET");
    expect(images).toBe(0);
  });

  /** Converts the same document with a default profile. */
  const bare = (box: { readonly root: string; readonly allowed: string }, file: string) =>
    new Promise<void>((done) => {
      const args = ["--headless", "--convert-to", "pdf", "--outdir", box.allowed, join(box.allowed, file)];
      const profile = `-env:UserInstallation=${pathToFileURL(join(box.root, "profile")).href}`;
      // Not spawnSync, because the listener runs in this process.
      import("node:child_process").then(({ execFile }) =>
        execFile("soffice", [profile, ...args], () => done()),
      );
    });

  it("a bare soffice would fetch both", async () => {
    using box = makeBox();
    site.hits.length = 0;
    const links = [
      ["p1", "image", `${pathToFileURL(secrets).href}/x.png`, "External"],
      ["p2", "image", `${site.base}/x.txt`, "External"],
    ] as const;
    const content = paragraph("shown") + linkedPicture("p1") + linkedPicture("p2");
    writeFileSync(join(box.allowed, "both.docx"), docx(content, links));
    await bare(box, "both.docx");
    expect(site.hits.length).toBeGreaterThan(0);
    expect(inside(join(box.allowed, "both.pdf")).images).toBe(1);
  });

  describe("with macros", () => {
    /** Calls Shell() in Basic on opening, loading and printing. */
    const basic = (): Uint8Array => {
      const code = `Sub Main\nShell("/usr/bin/touch", 0, "${canary}", True)\nOpen "${canary}" For Output As #1\nPrint #1, "x"\nClose #1\nEnd Sub`;
      const url = "vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document";
      const listeners = [
        "dom:load",
        "office:load-finished",
        "office:view-created",
        "office:new",
        "office:start-app",
        "office:print",
      ]
        .map(
          (event) =>
            `<script:event-listener script:language="ooo:script" script:event-name="${event}" xlink:href="${url}" xlink:type="simple"/>`,
        )
        .join("");
      const library = (name: string, inside: string) =>
        `<?xml version="1.0"?><!DOCTYPE library:${name} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${name}.dtd"><library:${name} xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink" ${inside}</library:${name}>`;
      return odf(
        "text",
        shownText,
        {
          "Basic/script-lc.xml": library(
            "libraries",
            '><library:library library:name="Standard" library:link="false"/>',
          ),
          "Basic/Standard/script-lb.xml": library(
            "library",
            'library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/>',
          ),
          "Basic/Standard/Module1.xml": `<?xml version="1.0"?><!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd"><script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${code.replaceAll('"', "&quot;")}</script:module>`,
        },
        `<office:scripts><office:event-listeners>${listeners}</office:event-listeners></office:scripts>`,
      );
    };
    const python = (): Uint8Array =>
      odf(
        "text",
        shownText,
        {
          "Scripts/python/evil.py": `import os\ndef go(*args):\n    open(${JSON.stringify(canary)}, "w").close()\n`,
        },
        '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:evil.py$go?language=Python&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>',
      );
    const urls = (): Uint8Array =>
      odf(
        "text",
        `${shownText}<text:p>${odfPicture(`vnd.sun.star.expand:$(touch ${canary})`)}</text:p><text:section text:name="d"><office:dde-source office:dde-application="soffice" office:dde-topic="${canary}" office:dde-item="x" office:automatic-update="true"/><text:p>old</text:p></text:section>`,
      );

    it.each([
      ["Basic", basic],
      ["Python", python],
      ["URLs that run commands, and DDE", urls],
    ])("%s: runs nothing", async (_, make) => {
      using box = makeBox();
      writeFileSync(join(box.allowed, "m.odt"), make());
      expect(await runOffice(box, { input: "m.odt" })).toMatchObject({ pages: 1 });
      expect(existsSync(canary)).toBe(false);
    });
  });

  it("leaves no files or sockets", () => {
    expect(leftovers()).toEqual([]);
  });
});
