/** Reading tools with high_accuracy: the real runtime reads page images with a model that types given texts. */
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installScriptedModel } from "../models/installed-model.ts";
import { picture, scannedForLong } from "../ocr/pictures.ts";
import { corpusPath } from "../support/corpus.ts";
import { alive, childrenOf, holdsOpen, linux, until, visibleOf } from "../support/processes.ts";
import { ask, callTool } from "./client.ts";
import { expectNothingWritten, expectObject, expectOk, expectProblem, sharedService } from "./expect.ts";
import { ended } from "./jobs.ts";
import { darkPage, lightHtml, lightPage, scripts, writeGreyPdfs } from "./reading-pages.ts";
import { readingServer } from "./reading-server.ts";
import type { Service, StartOptions, Target } from "./target.ts";

/** A scan from the corpus: three image pages. */
const scan = corpusPath("b-structure/b-rt-rfc3595.latex-art.scan-gray.pdf");

export function readingByModel(target: Target): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-reading-")));
  const [full, empty] = [join(folder, "full"), join(folder, "empty")];
  beforeAll(() => {
    installScriptedModel(full, "0.8b", scripts);
    mkdirSync(empty);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A service with a data folder. */
  const serviceOn = (dataFolder: string, options: StartOptions = {}) => {
    let service: Service | undefined;
    beforeAll(async () => {
      const environment = { PDFD_DATA_DIR: dataFolder, ...options.environment };
      service = await target.start({ ...options, environment });
      writeGreyPdfs(service.folders.allowed);
    });
    afterAll(async () => {
      await service?.[Symbol.asyncDispose]();
    });
    return (): Service => {
      if (!service) throw new Error("not started");
      return service;
    };
  };

  const readText = (service: Service, input: object, signal?: AbortSignal) =>
    callTool(service, "pdf_read_text", { high_accuracy: true, ...input }, signal);
  const structure = (service: Service, input: object) =>
    callTool(service, "pdf_extract_structure", { high_accuracy: true, ...input });

  describe("high_accuracy without its model", () => {
    const service = serviceOn(empty);
    const detail = (model: string, size: string) =>
      `The model ${model} is not installed yet. Run "pdfd models download ${model}" once (${size}), then repeat the call. The model "ocr" needs no download.`;

    it.each([
      ["0.8b", "871 MB"],
      ["4b", "3.8 GB"],
    ])("explains how to get %s, in both tools, jobs and MCP", async (model, size) => {
      const hint = { kind: "model", command: `pdfd models download ${model}` };
      const input = { input: "light.pdf", model };
      for (const answer of [await readText(service(), input), await structure(service(), input)]) {
        expect(expectProblem(answer, 422, "operation_failed")).toBe(detail(model, size));
        expect(answer.body).toMatchObject({ hint, reason: "missing_part" });
      }
      const job = await ask(service(), "/v1/jobs", {
        body: { tool: "pdf_read_text", input: { ...input, high_accuracy: true } },
      });
      const { id } = expectObject(job.body);
      const done = await until("the job ends", async () => {
        const state = expectOk(await ask(service(), `/v1/jobs/${id}?wait=5`));
        return state.status === "failed" && state;
      });
      expect(done.error).toMatchObject({ code: "operation_failed", detail: detail(model, size), hint });
      const call = { name: "pdf_read_text", arguments: { ...input, high_accuracy: true } };
      const mcp = await ask(service(), "/v1/mcp", {
        headers: { accept: "application/json, text/event-stream" },
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
      });
      // This is JSON in JSON, so quotation marks are escaped twice.
      expect(mcp.text).toContain(detail(model, size).replaceAll('"', '\\\\\\"'));
      expect(mcp.text).toContain("isError");
    });

    it("reports invalid input before the missing model", async () => {
      const input = "light.pdf";
      expectProblem(await readText(service(), { input, model: "9b" }), 422, "validation", "model");
      expectProblem(await readText(service(), { input: "none.pdf" }), 422, "validation", "input");
      expectProblem(await readText(service(), { input, pages: "9" }), 422, "validation", "pages");
      const broken = expectProblem(
        await readText(service(), { input: "broken.pdf" }),
        422,
        "operation_failed",
      );
      expect(broken).not.toContain("model");
      // Without high_accuracy no model is needed, even if one is named.
      expectOk(await callTool(service(), "pdf_read_text", { input, model: "4b" }));
    });
  });

  describe("high_accuracy", () => {
    const service = serviceOn(full, { environment: { PDFD_OCR_PAGE_DEADLINE: "4" } });
    const allPages = [lightPage, "", darkPage, lightPage].map((text, at) => ({ page: at + 1, text }));

    it("returns each page's Markdown verbatim; an empty page costs nothing", async () => {
      const answer = await expectNothingWritten(service(), () => readText(service(), { input: "pages.pdf" }));
      expect(expectOk(answer)).toEqual({
        total_pages: 4,
        has_text: true,
        truncated: false,
        pages: allPages,
        next_page: null,
      });
    });

    it("stops reading at max_chars, and continues where it stopped", async () => {
      const max_chars = lightPage.length + 20;
      const first = expectOk(await readText(service(), { input: "pages.pdf", max_chars }));
      expect(first).toMatchObject({ truncated: true, pages: allPages.slice(0, 3), next_page: 4 });
      const follows = (pages: string) => expect.stringMatching(new RegExp(`^${pages}, from page \\d on; `));
      expect(first.warnings).toEqual([follows("1 page follows")]);
      const cut = expectOk(await readText(service(), { input: "pages.pdf", max_chars: 100 }));
      expect(cut).toMatchObject({
        truncated: true,
        pages: [{ page: 1, text: lightPage.split("\n\n<table>")[0] }],
        next_page: 2,
        warnings: [
          expect.stringMatching(
            /^page 1 has \d+ characters and was cut at max_chars; read it whole with pages "1"/,
          ),
          follows("3 pages follow"),
        ],
      });
      const rest = expectOk(await readText(service(), { input: "pages.pdf", pages: "4" }));
      expect(rest.pages).toEqual(allPages.slice(3));
    });

    it("returns structure in three formats, with sections from headings", async () => {
      const input = "pages.pdf";
      const sections = [1, 4].map((page, at) => ({
        ...{ id: `s${2 * at + 1}`, title: "Jahresbericht Ä 中文 ✓", level: 1 },
        ...{ startPage: page, endPage: page === 1 ? 3 : 4 },
        children: [
          expect.objectContaining({ id: `s${2 * at + 2}`, title: "Anhang", level: 2, startPage: page }),
        ],
      }));
      const common = { total_pages: 4, has_text: true, truncated: false, next_page: null, sections };
      const markdown = expectOk(await structure(service(), { input }));
      expect(markdown).toEqual({
        format: "markdown",
        content: [lightPage, darkPage, lightPage].join("\n\n"),
        ...common,
      });
      const html = expectOk(await structure(service(), { input, format: "html" }));
      expect(html).toEqual({
        format: "html",
        content: [lightHtml, `<p>${darkPage}</p>`, lightHtml].join("\n\n"),
        ...common,
      });
      const json = expectOk(await structure(service(), { input, format: "json" }));
      expect(json).toMatchObject({ format: "json", ...common });
      const { version, pages } = JSON.parse(String(json.content));
      expect(version).toBe(1);
      expect(pages).toHaveLength(4);
      expect(pages[1]).toMatchObject({ page: 2, has_text: false, blocks: [] });
      expect(pages[0]).toMatchObject({ page: 1, width: 420, height: 595, rotation: 0, has_text: true });
      const bbox = [0, 0, 420, 595];
      const block = (more: object) => expect.objectContaining({ bbox, lines: [], ...more });
      expect(pages[0].blocks).toEqual([
        block({ id: "p1-1", type: "heading", level: 1, section: "s1", text: "Jahresbericht Ä 中文 ✓" }),
        block({ type: "paragraph", text: "Ein Absatz mit fett und $E = mc^2$." }),
        block({
          type: "table",
          text: "Jahr\tWert\n2024\t1,5\ta < b",
          rows: [
            [
              { text: "Jahr", row_span: 1, col_span: 1, header: true, bbox },
              { text: "Wert", row_span: 1, col_span: 2, header: true, bbox },
            ],
            ["2024", "1,5", "a < b"].map((text) => ({ text, row_span: 1, col_span: 1, header: false, bbox })),
          ],
        }),
        block({ type: "formula", text: "\\int_0^1 x^2 \\, dx = \\frac{1}{3}" }),
        block({ type: "heading", level: 2, section: "s2", text: "Anhang" }),
        block({ type: "list", items: ["eins", "zwei"].map((text) => ({ marker: "-", depth: 0, text })) }),
      ]);
    });

    it("reads a scanned document, in both tools and all formats", async () => {
      const copy = join(service().folders.second, "scan.pdf");
      copyFileSync(scan, copy);
      const page = { input: copy, pages: "1" };
      expect(expectOk(await callTool(service(), "pdf_read_text", page))).toMatchObject({ has_text: false });
      expect(expectOk(await readText(service(), page)).pages).toEqual([{ page: 1, text: lightPage }]);
      expect(expectOk(await structure(service(), page)).content).toBe(lightPage);
      expect(expectOk(await structure(service(), { ...page, format: "html" })).content).toBe(lightHtml);
      const json = expectOk(await structure(service(), { ...page, format: "json" }));
      expect(JSON.parse(String(json.content)).pages[0]).toMatchObject({ kind: "scanned", has_text: true });
    });

    it("keeps a page's embedded text if the model sees none, and says so", async () => {
      const answer = expectOk(await readText(service(), { input: "hidden.pdf" }));
      expect(answer).toMatchObject({
        pages: [{ page: 1, text: "hidden \\*words\\* here" }],
        warnings: [expect.stringMatching(/^page 1: the model read nothing on its image/)],
      });
      expect(expectOk(await structure(service(), { input: "hidden.pdf", format: "html" })).content).toBe(
        "<p>hidden *words* here</p>",
      );
    });

    it("reports where the model repeated itself", async () => {
      const answer = expectOk(await readText(service(), { input: "loops.pdf" }));
      expect(answer).toMatchObject({
        pages: [{ page: 1, text: expect.stringMatching(/^immer wieder/) }],
        warnings: [expect.stringMatching(/^page 1: the model began to repeat itself/)],
      });
    });

    it("runs as a job, with progress for each page", async () => {
      const input = { input: "pages.pdf", high_accuracy: true };
      const { id } = expectObject(
        (await ask(service(), "/v1/jobs", { body: { tool: "pdf_read_text", input } })).body,
      );
      const done = await until("the job ends", async () => {
        const state = expectOk(await ask(service(), `/v1/jobs/${id}?wait=5`));
        return state.status === "succeeded" && state;
      });
      expect(done).toMatchObject({
        progress: { progress: 4, total: 4, message: "page 4 of 4" },
        result: { pages: allPages },
      });
    });

    const worker = () =>
      childrenOf(service().process?.pid ?? process.pid).find((pid) =>
        visibleOf(pid).includes("model-worker"),
      );

    describe.skipIf(!linux)("the model process", () => {
      it("is stopped at the page limit; earlier pages are kept, and other calls are answered meanwhile", async () => {
        const hung = readText(service(), { input: "hangs-late.pdf" });
        await until("the model reads", worker);
        const times: number[] = [];
        for (let k = 0; k < 20; k++) {
          const started = performance.now();
          expectOk(await callTool(service(), "pdf_info", { input: "ok.pdf" }));
          times.push(performance.now() - started);
        }
        expect(times.sort((a, b) => a - b)[10]).toBeLessThan(1000);
        expect(expectOk(await hung)).toMatchObject({
          pages: [{ page: 1, text: lightPage }],
          truncated: true,
          next_page: 2,
          warnings: [
            expect.stringMatching(
              /^reading stopped before page 2: Page 2 took longer than 4 seconds to read with the model 0\.8b/,
            ),
            expect.stringMatching(/^\d pages? follows?, from page 2 on; /),
          ],
        });
      });

      it("is stopped at the page limit, which is a problem on the first page", async () => {
        const hung = await readText(service(), { input: "hangs.pdf" });
        const detail = expectProblem(hung, 422, "operation_failed");
        expect(detail).toMatch(/^Page 1 took longer than 4 seconds to read with the model 0\.8b/);
      });

      it("is replaced when it dies, and its call gets a problem", async () => {
        const hung = readText(service(), { input: "hangs.pdf" });
        const pid = await until("the model reads", worker);
        // Fully loaded, not just started: if the process dies while loading, the answer differs.
        await until("the model is loaded", () => service().log().includes(`model ready ${pid}`), 20_000);
        process.kill(pid, "SIGKILL");
        const detail = expectProblem(await hung, 422, "operation_failed");
        expect(detail).toMatch(/^Page 1 could not be read: the model process ended \(SIGKILL\)/);
        expect(expectOk(await readText(service(), { input: "light.pdf" })).has_text).toBe(true);
      });

      it("stops reading when the client disconnects, and when the job is cancelled", async () => {
        const leaving = new AbortController();
        const left = readText(service(), { input: "hangs.pdf" }, leaving.signal).catch(() => "left");
        await until("the model reads", worker);
        leaving.abort();
        expect(await left).toBe("left");
        const input = { input: "hangs.pdf", high_accuracy: true };
        const job = await ask(service(), "/v1/jobs", { body: { tool: "pdf_read_text", input } });
        const { id } = expectObject(job.body);
        await until("the model reads", async () => {
          return expectOk(await ask(service(), `/v1/jobs/${id}`)).status === "running" && worker();
        });
        expectOk(await ask(service(), `/v1/jobs/${id}`, { method: "DELETE" }));
        expect(expectOk(await readText(service(), { input: "light.pdf" })).has_text).toBe(true);
      });
    });
  });

  describe.skipIf(!linux)("the service's end", () => {
    it.each(["SIGTERM", "SIGKILL"] as const)("by %s ends the model process", async (signal) => {
      const environment = { PDFD_DATA_DIR: full, PDFD_OCR_IDLE: signal === "SIGTERM" ? "1" : "60" };
      await using service = await target.start({ environment });
      writeGreyPdfs(service.folders.allowed);
      const workers = () =>
        childrenOf(service.process?.pid ?? 0).filter((child) => visibleOf(child).includes("model-worker"));
      expectOk(await readText(service, { input: "light.pdf" }));
      // The process exits when idle and restarts for the next page.
      if (signal === "SIGTERM")
        await until("the model process is gone", () => workers().length === 0, 10_000);
      // A graceful shutdown waits for running calls; a killed process aborts a page halfway.
      const input = signal === "SIGKILL" ? "hangs.pdf" : "light.pdf";
      const read = readText(service, { input }).catch(() => "gone");
      const pid = await until("the model reads", () => workers()[0]);
      if (signal === "SIGTERM") expect(await read).toMatchObject({ status: 200 });
      service.process?.kill(signal);
      await until("the model process is gone", () => !alive(pid), 5000);
      if (signal === "SIGKILL") expect(await read).toBe("gone");
    });
  });

  describe("scans recognized in a job", () => {
    const service = sharedService(target, { flags: ["--deadline", "600"] });

    it("report the current page, end when the job is cancelled, and leave room for the next job", async () => {
      const title = { text: "Minutes of the meeting", x: 72, baseline: 100, size: 24 };
      const scans = scannedForLong(await picture([title]));
      writeFileSync(join(service().folders.allowed, "scans.pdf"), scans);
      const ocr = { input: "scans.pdf", high_accuracy: true, model: "ocr" };
      const submit = async (input: object) => {
        const job = await ask(service(), "/v1/jobs", { body: { tool: "pdf_read_text", input } });
        return expectObject(job.body).id;
      };
      const id = await submit(ocr);
      const page = await until(
        "the job is at the second page",
        async () => {
          const { progress } = expectOk(await ask(service(), `/v1/jobs/${id}`));
          return progress !== null && Number(expectObject(progress).progress) >= 1 && progress;
        },
        50_000,
      );
      expect(page).toMatchObject({ total: 1000, message: expect.stringMatching(/^page \d+ of 1000$/) });
      const reads = () =>
        childrenOf(service().process?.pid ?? process.pid).some((pid) => holdsOpen(pid, "scans.pdf"));
      if (linux) expect(reads()).toBe(true);
      expectOk(await ask(service(), `/v1/jobs/${id}`, { method: "DELETE" }));
      expect(await ended(service(), id)).toMatchObject({ status: "failed", error: { code: "cancelled" } });
      await until("its process is gone", () => !reads());
      expect(await ended(service(), await submit({ input: "ok.pdf" }))).toMatchObject({
        status: "succeeded",
      });
    });
  });

  readingServer(target);
}
