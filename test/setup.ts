/** Before the tests: in CI the native programs that judge results, everywhere a fresh build of every form. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { hasTool, inCi } from "./support/tools.ts";

const checkout = resolve(import.meta.dirname, "..");

function run(command: string, args: readonly string[]): void {
  console.log(`$ ${command} ${args.join(" ")}`);
  const { status, error } = spawnSync(command, args, { cwd: checkout, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? `exit code ${status}`}`);
}

function installMissing(): void {
  const missing = [
    ...(hasTool("qpdf") ? [] : ["qpdf"]),
    ...(hasTool("pdftotext") && hasTool("pdfinfo") ? [] : ["poppler-utils"]),
    ...(hasTool("soffice")
      ? []
      : ["libreoffice-writer-nogui", "libreoffice-calc-nogui", "libreoffice-impress-nogui"]),
  ];
  if (missing.length === 0) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo"];
  const aptGet = (...args: string[]) => {
    const [command = "", ...rest] = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args];
    run(command, rest);
  };
  aptGet("update", "-qq");
  aptGet("install", "-y", "-qq", "--no-install-recommends", ...missing);
}

if (inCi) installMissing();
run(process.execPath, ["build.ts", "--jsr"]);
