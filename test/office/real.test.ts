/**
 * The real suite converts every office file of the corpus like a bare `soffice`, many at once, many in a row, and killed
 * from outside. PDFD_OFFICE_ALL=1 uses the whole corpus instead of one file per kind.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, callTool } from "../contract/client.ts";
import { executable, launch, type Service } from "../contract/target.ts";
import { corpusFiles, corpusPath, everyNth } from "../support/corpus.ts";
import { alive, childrenOf, linux, until, visibleOf } from "../support/processes.ts";
import { runProgram } from "../support/run-program.ts";
import { requireTool } from "../support/tools.ts";
import { docx, odf, paragraph, pptx, slideText, xlsx } from "./documents.ts";
import { leftovers, makeBox, runOffice } from "./fake.ts";

const skip = requireTool("soffice");
const all = process.env.PDFD_OFFICE_ALL === "1";

/** Paths of the available office files; unless all are wanted, only the smallest of each kind. */
function officeFiles(): readonly string[] {
  const bySize = corpusFiles()
    .filter(({ category }) => category === "g-office")
    .map(({ file }) => corpusPath(file))
    .sort((a, b) => statSync(a).size - statSync(b).size);
  if (all) return bySize;
  return bySize.filter((path, k) => bySize.findIndex((other) => extname(other) === extname(path)) === k);
}

const textOf = (pdf: string) => runProgram("pdftotext", ["-layout", pdf, "-"]).stdout.toString();
const pagesOf = (pdf: string) =>
  Number(/^Pages:\s+(\d+)/m.exec(runProgram("pdfinfo", [pdf]).stdout.toString())?.[1]);
/** Its cells are random numbers that change with every conversion. */
const random = "g-32readwriteScatterChart4.xlsx";
/** Its headers show the time, file name and path, whose lengths shift the lines. */
const fields = "g-settings_page_import_xml_MSO15.ods";
const comparable = (name: string, text: string) => {
  if (name === random) return text.replaceAll(/[\d\s]+/g, " ");
  if (name !== fields) return text;
  return text
    .replaceAll(/\d+:\d+:\d+/g, "time")
    .replaceAll(/(file:\/\/)?[^\s]*\.ods/g, "name")
    .replaceAll(/\s+/g, " ");
};

/** The profile of the bare conversions, reused between conversions like a user's. */
const profile = join(tmpdir(), `pdfd-bare-profile-${process.pid}`);
afterAll(() => rmSync(profile, { recursive: true, force: true }));

function bareConversion(file: string, into: string): string {
  const user = `-env:UserInstallation=${pathToFileURL(profile).href}`;
  spawnSync("soffice", [user, "--headless", "--convert-to", "pdf", "--outdir", into, file], {
    timeout: 120_000,
  });
  return join(into, `${file.replace(/^.*\//, "").replace(/\.[^.]*$/, "")}.pdf`);
}

describe.skipIf(skip !== undefined)("the real suite", () => {
  it.each([
    ["a.docx", docx(paragraph("shown"))],
    ["a.xlsx", xlsx('<row r="1"><c r="A1" t="inlineStr"><is><t>shown</t></is></c></row>')],
    ["a.pptx", pptx(slideText("shown"))],
    ["a.odt", odf("text", "<text:p>shown</text:p>")],
    ["Ä ö ü %41 #.docx", docx(paragraph("shown"))],
    ["-env.docx", docx(paragraph("shown"))],
    [
      "a.odp",
      odf(
        "presentation",
        '<draw:page draw:name="p" draw:master-page-name="M"><draw:rect svg:width="5cm" svg:height="2cm"><text:p>shown</text:p></draw:rect></draw:page>',
      ),
    ],
  ])("converts %s", async (name, bytes) => {
    using box = makeBox();
    writeFileSync(join(box.allowed, name), bytes);
    expect(await runOffice(box, { input: name })).toMatchObject({ pages: 1, engine: "libreoffice" });
    expect(textOf(join(box.allowed, "out.pdf"))).toContain("shown");
  });

  it.each(everyNth(officeFiles(), 24).map((path) => [basename(path), path] as const))(
    "converts %s like a bare soffice",
    async (name, path) => {
      using box = makeBox();
      copyFileSync(path, join(box.allowed, name));
      const result = await runOffice(box, { input: name });
      const bare = bareConversion(path, box.root);
      const ours = join(box.allowed, "out.pdf");
      expect(result).toMatchObject({ pages: pagesOf(bare) });
      expect(comparable(name, textOf(ours))).toBe(comparable(name, textOf(bare)));
    },
  );

  it("lists replaced fonts", async () => {
    using box = makeBox();
    const run = (font: string, text: string) =>
      `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>${text}</w:t></w:r>`;
    writeFileSync(join(box.allowed, "f.docx"), docx(`<w:p>${run("No Such Font", "shown")}</w:p>`));
    expect(await runOffice(box, { input: "f.docx" })).toMatchObject({
      warnings: [expect.stringContaining("No Such Font")],
    });
  });

  it("reports a damaged file, or converts the readable part", async () => {
    using box = makeBox();
    writeFileSync(join(box.allowed, "d.docx"), docx("<w:p><w:r>"));
    const call = runOffice(box, { input: "d.docx" });
    // Some versions convert as much as they can read, which gives a page. There is never success without a page.
    const outcome = await call.then(
      (result) => result,
      (error: unknown) => error,
    );
    const written = existsSync(join(box.allowed, "out.pdf"));
    if (written) expect(outcome).toMatchObject({ pages: 1 });
    else expect(outcome).toMatchObject({ code: "operation_failed" });
  });

  it("leaves no files after many conversions, and doesn't touch the user's profile", async () => {
    using box = makeBox();
    const home = process.env.HOME ?? "";
    const usual = join(home, ".config/libreoffice");
    const state = () =>
      existsSync(usual) ? readdirSync(usual, { recursive: true }).map(String).sort() : "none";
    const before = state();
    const count = all ? 40 : 3;
    for (let k = 0; k < count; k++) await runOffice(box, { output: `${k}.pdf` });
    expect(readdirSync(box.allowed)).toHaveLength(count + 1);
    expect(state()).toEqual(before);
    expect(leftovers()).toEqual([]);
  });

  it.skipIf(!linux)("leaves no socket when killed", async () => {
    using box = makeBox();
    const slow = docx(Array.from({ length: 60_000 }, (_, k) => paragraph(`paragraph ${k}`)).join(""));
    writeFileSync(join(box.allowed, "slow.docx"), slow);
    let group = 0;
    const call = runOffice(box, {
      input: "slow.docx",
      deadlineMs: 1500,
      onGroup: (started) => {
        if (started !== 0) group = started;
      },
    });
    await expect(call).rejects.toMatchObject({ code: "operation_failed" });
    expect(alive(group)).toBe(false);
    expect(leftovers()).toEqual([]);
  });
});

describe.skipIf(skip !== undefined || !linux)("the service", () => {
  let service: Service;
  beforeAll(async () => {
    service = await executable.start();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  it("converts eight files at once, two at a time, while serving other calls", async () => {
    const { allowed } = service.folders;
    for (let k = 0; k < 8; k++) writeFileSync(join(allowed, `p${k}.docx`), docx(paragraph(`number ${k}`)));
    let most = 0;
    let running = true;
    const watching = (async () => {
      while (running) {
        most = Math.max(most, conversions().size);
        await new Promise((next) => setTimeout(next, 20));
      }
    })();
    const calls = Array.from({ length: 8 }, (_, k) =>
      callTool(service, "pdf_from_office", { input: `p${k}.docx`, output: `p${k}.pdf` }),
    );
    const info = await callTool(service, "pdf_info", { input: "ok.pdf" });
    expect(info.status).toBe(200);
    const answers = await Promise.all(calls);
    running = false;
    await watching;
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    for (let k = 0; k < 8; k++) expect(textOf(join(allowed, `p${k}.pdf`))).toContain(`number ${k}`);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });

  it("converts as a job", async () => {
    writeFileSync(join(service.folders.allowed, "j.odt"), odf("text", "<text:p>shown</text:p>"));
    const made = await ask(service, "/v1/jobs", {
      method: "POST",
      body: JSON.stringify({ tool: "pdf_from_office", input: { input: "j.odt", output: "j.pdf" } }),
    });
    const { id } = JSON.parse(made.text);
    const job = await until("the job to end", async () => {
      const answer = JSON.parse((await ask(service, `/v1/jobs/${id}`)).text);
      return ["succeeded", "failed"].includes(answer.status) && answer;
    });
    expect(job).toMatchObject({ status: "succeeded", result: { pages: 1, engine: "libreoffice" } });
  });

  /** Running conversions, identified by the private folder in the converter's command line. */
  function conversions(): Set<string> {
    const lines = childrenOf(service.process?.pid ?? 0).map((pid) => visibleOf(pid));
    return new Set(lines.flatMap((line) => /\.pdfd-[^/]+(?=\/in\/p\d\.docx)/.exec(line)?.[0] ?? []));
  }
});

describe.skipIf(!linux)("a converter ends", () => {
  const hang =
    'pwd > "$ROOT/cwd"; trap \'\' TERM INT HUP; sleep 300 & echo $! > "$ROOT/child"; while :; do sleep 300; done';

  /** A service whose converter never ends, with a call in progress. */
  async function hanging() {
    const box = makeBox();
    const program = box.fake(hang);
    // Services of other tests remove what a killed one left in the usual folder.
    const environment = { TMPDIR: join(box.root, "tmp") };
    mkdirSync(environment.TMPDIR);
    const flags = ["--soffice", program, "--office-deadline", "60"];
    const service = await executable.start({ flags, environment });
    copyFileSync(join(box.allowed, "in.docx"), join(service.folders.allowed, "in.docx"));
    const stop = new AbortController();
    const call = callTool(
      service,
      "pdf_from_office",
      { input: "in.docx", output: "o.pdf" },
      stop.signal,
    ).catch(() => undefined);
    await until(
      "the converter to start",
      () => existsSync(join(box.root, "child")) && box.read("child").trim() !== "",
    );
    const pids = ["pid", "child"].map((name) => Number(box.read(name).trim()));
    const folder = box.read("cwd").trim();
    const temps = () => (existsSync(folder) ? [folder] : []);
    return { box, service, environment, stop, call, pids, temps };
  }

  it("when its caller leaves", async () => {
    const { box, service, stop, call, pids, temps } = await hanging();
    expect(temps().length).toBeGreaterThan(0);
    stop.abort();
    await call;
    await until("all processes to end", () => !pids.some(alive), 5000);
    await until("the folder to be removed", () => temps().length === 0, 5000);
    await service[Symbol.asyncDispose]();
    box[Symbol.dispose]();
  });

  it("when the service is killed", async () => {
    const { box, service, environment, call, pids, temps } = await hanging();
    service.process?.kill("SIGKILL");
    await until("all processes to end", () => !pids.some(alive));
    await call;
    expect(temps().length).toBe(1);
    // The next service removes the remains of a killed one.
    await service[Symbol.asyncDispose]();
    const next = await executable.start({ environment });
    await until("the folder to be removed", () => temps().length === 0, 10_000);
    await next[Symbol.asyncDispose]();
    box[Symbol.dispose]();
  });

  it("when the command is interrupted or killed", async () => {
    for (const signal of ["SIGINT", "SIGKILL"] as const) {
      using box = makeBox();
      mkdirSync(join(box.root, "bin"));
      copyFileSync(box.fake(hang), join(box.root, "bin/soffice"));
      const command = [...(executable.command ?? []), "from-office", "in.docx", "-o", "out.pdf"];
      const running = launch(command, {
        cwd: box.allowed,
        environment: { PATH: `${join(box.root, "bin")}:${process.env.PATH}` },
      });
      await until(
        "the converter to start",
        () => existsSync(join(box.root, "child")) && box.read("child").trim() !== "",
      );
      const pids = ["pid", "child"].map((name) => Number(box.read(name).trim()));
      running.kill(signal);
      await running.exited;
      await until("all processes to end", () => !pids.some(alive), 5000);
    }
  });
});
