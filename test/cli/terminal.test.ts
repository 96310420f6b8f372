/** Commands as users see them at a terminal: prompts, progress, and reports of written files. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { inOneForm } from "../contract/expect.ts";
import { bareEnvironment, type Target } from "../contract/target.ts";
import { picture, scanned } from "../ocr/pictures.ts";
import { samplePdf } from "../support/pdf.ts";
import { requireTool } from "../support/tools.ts";
import { forms } from "./run.ts";

/** Runs a command in a pseudo-terminal, types each answer when its prompt appears, and prints the screen output. */
const terminal = `
import os, pty, select, sys, time
answers = sys.argv[1].split("|") if sys.argv[1] else []
child, screen = pty.fork()
if child == 0: os.execvp(sys.argv[2], sys.argv[2:])
seen, asked, end = b"", 0, time.time() + 60
while time.time() < end:
    if select.select([screen], [], [], 0.2)[0]:
        try: piece = os.read(screen, 65536)
        except OSError: break
        if not piece: break
        seen += piece
    if asked < len(answers) and seen[asked and seen.rfind(b"\\n"):].rstrip(b" ").endswith(b":"):
        asked += 1
        time.sleep(0.3)
        os.write(screen, answers[asked - 1].encode().decode("unicode_escape").encode("latin1"))
        seen += b"\\n"
sys.stdout.buffer.write(seen)
status = os.waitpid(child, 0)[1]
sys.exit(os.waitstatus_to_exitcode(status) & 255)
`;

const folder = mkdtempSync(join(tmpdir(), "pdfd-terminal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "ok.pdf"), samplePdf({ pages: ["one", "two"] }));

function onTerminal({ command = [] }: Target, args: readonly string[], answers: readonly string[] = []) {
  const line = ["-c", terminal, answers.join("|"), ...command, ...args];
  const { status, stdout } = spawnSync("python3", line, {
    ...{ cwd: folder, encoding: "utf8", env: { ...bareEnvironment, TERM: "xterm" }, timeout: 90_000 },
  });
  return { status, seen: stdout };
}

describe.skipIf(requireTool("python3")).each(forms)("$name at a terminal", (form) => {
  const once = inOneForm(form);
  it("asks twice for a new password and once for an existing one, and echoes neither", () => {
    const protect = ["protect", "ok.pdf", "-o", `${form.name}.pdf`];
    const made = onTerminal(form, protect, ["open sesame\\n", "open sesame\\n"]);
    expect([made.status, made.seen]).toEqual([
      0,
      expect.stringMatching(/New password: [\s\S]*Repeat new password: /),
    ]);
    const opened = onTerminal(form, ["info", `${form.name}.pdf`], ["open sesamx\\x7fe\\n"]);
    expect([opened.status, opened.seen]).toEqual([0, expect.stringMatching(/Password: [\s\S]*pages: 2/)]);
    expect(made.seen + opened.seen).not.toContain("sesam");
    const wrong = onTerminal(form, ["info", `${form.name}.pdf`], ["other\\n"]);
    expect([wrong.status, wrong.seen]).toEqual([5, expect.stringContaining("wrong password")]);
  });

  once("refuses two different passwords, and exits when the user cancels", () => {
    const protect = ["protect", "ok.pdf", "-o", "never.pdf"];
    const differ = onTerminal(form, protect, ["one\\n", "two\\n"]);
    expect([differ.status, differ.seen]).toEqual([2, expect.stringContaining("the two passwords differ")]);
    expect(onTerminal(form, protect, ["\\x03"]).status).toBe(130);
  });

  once("reports written files", () => {
    const read = onTerminal(form, ["read-text", "ok.pdf", "-o", `${form.name}.txt`]);
    expect([read.status, read.seen]).toEqual([0, expect.stringMatching(/\.txt: \d+ bytes/)]);
  });
});

describe.skipIf(requireTool("python3"))("progress", () => {
  it("counts the pages being recognized, and leaves no trace in their text", async () => {
    const pages = ["first words", "second words"].map((text) =>
      picture([{ text, x: 72, baseline: 150, size: 24 }]),
    );
    writeFileSync(join(folder, "scan.pdf"), scanned(await Promise.all(pages)));
    const [form] = forms;
    if (!form) throw new Error("no form");
    const { status, seen } = onTerminal(form, ["read-text", "scan.pdf", "--model", "ocr"]);
    expect([status, seen]).toEqual([0, expect.stringContaining("page 2 of 2")]);
    expect(seen).toMatch(/\r\x1b\[Kfirst words/);
  });
});
