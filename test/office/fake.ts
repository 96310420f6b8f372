/** Misbehaving converters as shell scripts, and the setup to run them through the real code. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OfficeHooks, OfficeSettings } from "../../src/core/office.ts";
import type { ToolContext } from "../../src/core/tool.ts";
import { createFiles } from "../../src/files/create.ts";
import { openScope } from "../../src/files/scope/scope.ts";
import { createOffice, socketOf } from "../../src/office/convert.ts";
import { execute } from "../../src/run/execute.ts";
import { pdfFromOffice } from "../../src/tools/convert/pdf-from-office.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { docx, paragraph } from "./documents.ts";

/** A folder with `allowed` (holding `in.docx`) and a place for fakes. */
export function makeBox() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-office-test-")));
  const allowed = join(root, "allowed");
  mkdirSync(allowed);
  writeFileSync(join(allowed, "in.docx"), docx(paragraph("x")));
  writeFileSync(join(root, "good.pdf"), samplePdf({ pages: pageTexts("good", 2) }));
  const scope = openScope([allowed]);
  return {
    root,
    allowed,
    scope,
    /**
     * A fake converter. `body` is a script that may use $OUT, the file to write; $GOOD, a PDF of two pages; and $ROOT, this
     * folder. $ROOT/pid holds its process ID.
     */
    fake(body: string): string {
      const path = join(root, `soffice-${readdirSync(root).length}`);
      writeFileSync(
        path,
        `#!/bin/sh\nROOT='${root}'; GOOD="$ROOT/good.pdf"; echo $$ > "$ROOT/pid"\nwhile [ $# -gt 1 ]; do [ "$1" = --outdir ] && OUT="$2/in.pdf"; shift; done\n${body}\n`,
      );
      chmodSync(path, 0o755);
      return path;
    },
    read: (name: string) => readFileSync(join(root, name), "utf8"),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

export type Box = ReturnType<typeof makeBox>;

export interface RunOptions extends Partial<OfficeSettings>, OfficeHooks {
  readonly input?: string;
  readonly output?: string;
}

/** Runs the tool in this process, on the box's allowed folder. */
export async function runOffice(
  box: Pick<Box, "scope" | "allowed">,
  options: RunOptions = {},
): Promise<object> {
  const office = createOffice(
    {
      program: options.program,
      deadlineMs: options.deadlineMs ?? 60_000,
      avoid: options.avoid ?? [box.allowed],
    },
    {
      ...options,
      onTemp(path) {
        made.push(path);
        options.onTemp?.(path);
      },
    },
  );
  const unexpected = (): never => {
    throw new Error("this call must not need a reader");
  };
  const readers: ToolContext["readers"] = new Proxy(Object.create(null), { get: () => unexpected });
  return await execute(
    pdfFromOffice,
    { input: options.input ?? "in.docx", output: options.output ?? "out.pdf" },
    { files: createFiles(box.scope, {}), readers, office, progress: () => {} },
  );
}

/** Private folders of this process's conversions. */
const made: string[] = [];

/** The private folders that still exist, and LibreOffice's sockets for them. Other tests may be running. */
export function leftovers(): string[] {
  return made.flatMap((folder) => [folder, socketOf(folder) ?? folder]).filter((path) => existsSync(path));
}
