/** Listing reads only names and attributes. */
import { execFileSync } from "node:child_process";
import { closeSync, linkSync, mkdirSync, openSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newTempPath } from "../../src/files/temporary/temp-name.ts";
import { expectInvalid, makeFolders } from "./folders.ts";

describe("listPdf", () => {
  it("lists the regular .pdf files of one folder, in any letter case, in natural order", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "sub.pdf"));
    mkdirSync(join(at.A, "list"));
    const names = ["page-10.pdf", "page-9.PDF", "Äpfel.pdf", "apple.Pdf", "page-1.pdf", "zebra.pdf", "2.pdf"];
    for (const name of [...names, "a.txt", "b.pdf.bak", "pdf"]) writeFileSync(join(at.A, "list", name), name);
    utimesSync(join(at.A, "list", "2.pdf"), 0, new Date("2026-01-02T03:04:05.500Z"));
    const { folder, files } = at.files.listPdf("list", "folder");
    expect(folder).toBe(join(at.A, "list"));
    expect(files.map((file) => file.path.slice(folder.length + 1))).toEqual([
      "2.pdf",
      "Äpfel.pdf",
      "apple.Pdf",
      "page-1.pdf",
      "page-9.PDF",
      "page-10.pdf",
      "zebra.pdf",
    ]);
    expect(files[0]).toEqual({
      path: join(folder, "2.pdf"),
      bytes: 5,
      modified: "2026-01-02T03:04:05.500Z",
    });
    expect(at.files.listPdf(undefined, "folder")).toMatchObject({
      folder: at.A,
      files: [{ path: join(at.A, "ok.pdf"), bytes: 7 }],
    });
    expect(at.files.listPdf(at.B, "folder").files).toHaveLength(1);
  });

  it("lists subfolders after the folder's own files on request, without following links", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "list", "b", "deep"), { recursive: true });
    mkdirSync(join(at.A, "list", "a.pdf"));
    for (const name of ["z.pdf", "b/1.pdf", "b/deep/2.pdf", "a.pdf/3.pdf"])
      writeFileSync(join(at.A, "list", name), name);
    symlinkSync(at.OUT, join(at.A, "list", "c"));
    symlinkSync("..", join(at.A, "list", "b", "loop"));

    const { folder, files, skipped } = at.files.listPdf("list", "folder", true);
    expect(skipped).toEqual([]);
    expect(at.files.listPdf("list", "folder").skipped).toEqual(
      ["a.pdf", "b"].map((name) => join(folder, name)),
    );
    expect(files.map(({ path }) => path.slice(folder.length + 1))).toEqual([
      "z.pdf",
      "a.pdf/3.pdf",
      "b/1.pdf",
      "b/deep/2.pdf",
    ]);
  });

  it("skips files no tool may open, and opens nothing", () => {
    using at = makeFolders();
    symlinkSync(join(at.OUT, "secret.pdf"), join(at.A, "outside.pdf"));
    symlinkSync("gone", join(at.A, "dangling.pdf"));
    symlinkSync("loop.pdf", join(at.A, "loop.pdf"));
    symlinkSync("/dev/null", join(at.A, "device.pdf"));
    symlinkSync("ok.pdf", join(at.A, "inside.pdf"));
    symlinkSync(join(at.B, "secret.pdf"), join(at.A, "toB.pdf"));
    execFileSync("mkfifo", [join(at.A, "fifo.pdf")]);
    writeFileSync(newTempPath(at.A), "temporary");
    const bad = Buffer.concat([Buffer.from(`${at.A}/bad`), Buffer.from([0xff, 0xfe]), Buffer.from(".pdf")]);
    closeSync(openSync(bad, "w"));
    const names = at.files.listPdf(".", "folder").files.map((file) => file.path.slice(at.A.length + 1));
    expect(names).toEqual(["inside.pdf", "ok.pdf", "toB.pdf"]);
  });

  it("names the folder field in errors", () => {
    using at = makeFolders();
    expectInvalid(() => at.files.listPdf("none", "folder"), "folder", /does not exist/);
    expectInvalid(() => at.files.listPdf("../OUT", "folder"), "folder", /outside/);
    expectInvalid(() => at.files.listPdf("", "folder"), "folder", /empty/);
    expectInvalid(() => at.files.listPdf("ok.pdf", "folder"), "folder", /not a folder/);
  });

  it("lists 20,000 entries in less than a second", () => {
    using at = makeFolders();
    mkdirSync(join(at.A, "many"));
    // Hard links look like any other files to a listing and are quick to make.
    for (const half of ["a", "b"]) {
      const first = join(at.A, "many", `${half} 0.pdf`);
      writeFileSync(first, "x");
      for (let i = 1; i < 10_000; i += 1) linkSync(first, join(at.A, "many", `${half} ${i}.pdf`));
    }
    const started = process.cpuUsage();
    const { files } = at.files.listPdf("many", "folder");
    const { user, system } = process.cpuUsage(started);
    expect(files).toHaveLength(20_000);
    expect(files[19_999]?.path).toMatch(/b 9999\.pdf$/);
    expect((user + system) / 1e6).toBeLessThan(1);
  }, 120_000);
});
