/**
 * Runs one conversion in a sandbox (docs/decisions/0014): a copy of the input in a private folder, a separate profile, a
 * minimal environment, a process group that ends as a whole. Judged by the output file, never by the converter's messages. The
 * copy keeps the document's own name, which a field in the document may show.
 */
import { createHash } from "node:crypto";
import { basename, delimiter } from "node:path";
import { pathToFileURL } from "node:url";
import type { ByteSource, InputFile } from "../core/document-io.ts";
import { maxOfficeBytes } from "../core/limits.ts";
import type { Office, OfficeHooks, OfficeSettings } from "../core/office.ts";
import { failed } from "../core/problem.ts";
import { createPrivateFolder, type PrivateFolder } from "../files/temporary/private-folder.ts";
import { userId } from "../files/temporary/temp-name.ts";
import { variable } from "../host/environment.ts";
import { type GroupExit, runGroup } from "../host/process/process-group.ts";
import { isWritable, system, textBeside, trustedPath } from "../host/programs.ts";
import { type Format, formatOf } from "./formats.ts";
import type { Inspection } from "./inspect.ts";
import { lacksPart, locate, missing } from "./locate.ts";
import { buildId, fontSettings, profileSettings } from "./profile.ts";

/** Fixed in the suite, whatever TMPDIR says. */
const defaultSocketFolder = "/tmp";

/** "Start again": a fresh profile was completed. */
const restart = 81;

export function createOffice(settings: OfficeSettings, hooks: OfficeHooks = {}): Office {
  return {
    async convert(document) {
      const format = formatOf(document.path, document.field);
      const program = locate(settings);
      if (program === undefined) throw notFound(settings);
      if (lacksPart(program, format.part))
        throw missing(`The part of LibreOffice that reads ${format.extension} files is not installed`);

      // Loaded here: every engine process loads this module, and few encounter an office file.
      const { inspect } = await import("./inspect.ts");
      const end = performance.now() + settings.deadlineMs;
      const { content, fonts, warnings } = await inspect(document, document.path, format, () => {
        if (performance.now() > end) throw overdue(document, settings);
      });
      const folder = createPrivateFolder({ onTemp: hooks.onTemp, outside: socketOf });

      try {
        const pdf = await convertIn(folder, { document, content, format, program, settings, hooks, end });
        return {
          pdf,
          fonts,
          warnings: warnings(!lacksPart(program, "math")),
          [Symbol.dispose]: () => folder[Symbol.dispose](),
        };
      } catch (error) {
        folder[Symbol.dispose]();
        throw error;
      }
    },
  };
}

function notFound({ program }: OfficeSettings): Error {
  return missing(
    program === undefined
      ? "Converting office files needs LibreOffice, which was not found on this computer"
      : "The office converter's path in --soffice or PDFD_SOFFICE does not exist or is not an executable program: correct it, or omit it to use an installed LibreOffice",
  );
}

interface Conversion {
  readonly document: InputFile;
  readonly content: Inspection["content"];
  readonly format: Format;
  readonly program: string;
  readonly settings: OfficeSettings;
  readonly hooks: OfficeHooks;
  /** When its time is up, by `performance.now()`. */
  readonly end: number;
}

async function convertIn(folder: PrivateFolder, conversion: Conversion): Promise<ByteSource> {
  const { document, content, format, program, hooks, end } = conversion;
  for (const name of ["profile/user/extensions", "home/.config/fontconfig", "tmp", "in", "out"])
    folder.makeFolder(name);
  const name = basename(document.path);
  const input = `in/${name}`;
  const output = `out/${name.slice(0, -format.extension.length)}.pdf`;
  await folder.writePieces(input, content);
  folder.write("profile/user/registrymodifications.xcu", profileSettings);
  const build = buildId(textBeside(program, "versionrc"));
  if (build !== undefined) folder.write("profile/user/extensions/buildid", build);
  const home = variable("HOME");
  if (home?.startsWith("/")) folder.write("home/.config/fontconfig/fonts.conf", fontSettings(home));

  let exit = await runOnce(folder, input, conversion, end);
  // Rarely, on a busy computer, the suite exits successfully without having written anything, and succeeds the next time.
  const silent = exit.code === 0 && folder.open(output) === undefined;

  if (exit.by === "itself" && (exit.code === restart || silent) && performance.now() < end) {
    folder.remove("out");
    folder.makeFolder("out");
    exit = await runOnce(folder, input, conversion, end);
  }

  refuseByExit(exit, conversion);
  const pdf = folder.open(output);
  if (pdf === undefined || !beginsLikePdf(pdf)) {
    refuseWithoutSocket(hooks.socketFolder ?? defaultSocketFolder);
    throw failed(
      `LibreOffice could not convert ${document.path}: it is damaged, or not a ${format.name} despite its name`,
      {
        reason: "damaged",
        cause: new Error(`converter ended with ${exit.code ?? "a signal"}, without a PDF`),
      },
    );
  }

  return pdf;
}

function runOnce(
  folder: PrivateFolder,
  input: string,
  { format, program, settings, hooks }: Conversion,
  end: number,
): Promise<GroupExit> {
  return runGroup({
    program,
    args: [
      `-env:UserInstallation=${profileUrl(folder.path)}`,
      "--headless",
      "--nologo",
      "--nodefault",
      "--norestore",
      "--nolockcheck",
      "--nofirststartwizard",
      `--infilter=${format.importFilter}`,
      "--convert-to",
      `pdf:${format.part}_pdf_Export`,
      "--outdir",
      `${folder.path}/out`,
      `${folder.path}/${input}`,
    ],
    cwd: folder.path,
    environment: converterEnvironment(folder.path, settings.avoid),
    deadlineMs: Math.max(1, end - performance.now()),
    maxBytes: maxOfficeBytes,
    onGroup: hooks.onGroup ?? (() => {}),
  });
}

/** The converter's whole environment: no secret, no proxy, none of the user's folders; PATH has none that callers can write to. */
function converterEnvironment(folder: string, avoid: readonly string[]): Record<string, string> {
  const path = trustedPath(avoid).join(delimiter);
  const locale = variable("LC_ALL") || variable("LANG") || "C.UTF-8";
  const common = { PATH: path, HOME: `${folder}/home`, TMPDIR: `${folder}/tmp`, LANG: locale };
  if (system() !== "windows") return common;

  return {
    PATH: path,
    SystemRoot: variable("SystemRoot") ?? "C:\\Windows",
    TEMP: `${folder}\\tmp`,
    TMP: `${folder}\\tmp`,
    USERPROFILE: `${folder}\\home`,
    APPDATA: `${folder}\\home`,
    LOCALAPPDATA: `${folder}\\home`,
  };
}

function overdue(document: InputFile, settings: OfficeSettings): Error {
  return failed(
    `the conversion of ${document.path} was stopped at the time limit of ${settings.deadlineMs / 1000} seconds; allow more time with --office-deadline`,
  );
}

function refuseByExit({ by }: GroupExit, { document, settings }: Conversion): void {
  if (by === "time") throw overdue(document, settings);
  if (by === "memory")
    throw failed(
      `the conversion of ${document.path} was stopped at the memory limit of ${maxOfficeBytes / 1_000_000} MB`,
    );
  if (by === "start") throw missing("The office converter of this computer cannot be started");
}

/** Without its socket the suite exits silently: that must not look like a damaged document. */
function refuseWithoutSocket(folder: string): void {
  if (userId() === undefined || isWritable(folder)) return;
  throw failed(
    `LibreOffice makes a socket in ${folder}, which cannot be written to: make ${folder} writable for pdfd`,
  );
}

function beginsLikePdf(pdf: ByteSource): boolean {
  return new TextDecoder("latin1").decode(pdf.read(0, 5)) === "%PDF-";
}

const profileUrl = (folder: string): string => pathToFileURL(`${folder}/profile`).href;

/**
 * The suite's socket, which it creates in /tmp whatever TMPDIR says and leaves behind when killed: its name contains the MD5
 * of the profile's URL in UTF-16, each byte in hexadecimal without a leading zero.
 */
export function socketOf(folder: string): string | undefined {
  const user = userId();
  if (user === undefined) return undefined;
  const digest = createHash("md5")
    .update(Buffer.from(profileUrl(folder), "utf16le"))
    .digest();
  return `${defaultSocketFolder}/OSL_PIPE_${user}_SingleOfficeIPC_${[...digest].map((byte) => byte.toString(16)).join("")}`;
}
