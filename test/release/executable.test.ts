/** The executable in a bare environment: no variables, no home, no writable folder except the one for results. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { checkout, ran, temporaryFolder } from "./support.ts";

const executable = join(checkout, "dist/pdfd");
/** Whether a private mount namespace is available, in which file systems can be made read-only even for root. */
const canMount = spawnSync("unshare", ["-Urm", "true"]).status === 0;

describe("the executable", () => {
  it("works without any environment variable and leaves no files", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "a.pdf"), samplePdf({ pages: pageTexts("bare", 2) }));
    const place = { cwd: folder.path, onlyEnvironment: {} };
    expect(await ran([executable, "--version"], place)).toMatchObject({ code: 0, err: "" });
    const marked = await ran(
      [executable, "add-watermark", "a.pdf", "--text", "Über שלום", "-o", "b.pdf"],
      place,
    );
    expect(marked).toMatchObject({ code: 0, err: "" });
    const read = await ran([executable, "read-text", "b.pdf"], place);
    expect(read.out).toContain("bare page 2");
    expect(readdirSync(folder.path).sort()).toEqual(["a.pdf", "b.pdf"]);
  });

  describe.skipIf(!canMount)("on a read-only file system", () => {
    it("reads and stamps, with only the result folder writable", async () => {
      using folder = temporaryFolder();
      const [program, results] = [join(folder.path, "program"), join(folder.path, "results")];
      for (const made of [program, results]) mkdirSync(made);
      copyFileSync(executable, join(program, "pdfd"));
      writeFileSync(join(program, "a.pdf"), samplePdf({ pages: pageTexts("bare", 1) }));
      // The program's folder and the temporary one become read-only; an in-memory file system holds the results.
      const view = `set -e
        mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"
        mount --bind "$3" "$3"; mount -o remount,bind,ro "$3"
        mount -t tmpfs tmpfs "$2"
        if touch "$1/x" 2>/dev/null || touch "$3/x" 2>/dev/null; then exit 9; fi
        cp "$1/a.pdf" "$2"; cd "$2"
        env -i "$1/pdfd" read-text a.pdf
        env -i "$1/pdfd" add-watermark a.pdf --text Stamp -o b.pdf
        env -i "$1/pdfd" read-text b.pdf
        ls -A`;
      const folders = [program, results, dirname(folder.path)];
      const inner = await ran(["unshare", "-Urm", "sh", "-c", view, "sh", ...folders], { cwd: "/" });
      expect(inner).toMatchObject({ code: 0, err: "" });
      expect(inner.out).toContain("bare page 1");
      expect(inner.out).toContain("Stamp");
      expect(inner.out.trim().split("\n").slice(-2)).toEqual(["a.pdf", "b.pdf"]);
    });
  });
});
