/** The output of `pdfd licenses`: the license of every bundled part, each text once. */
import type { Part } from "./parts.ts";

export interface Program {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
  /** The text of the program's own license. */
  readonly text: string;
}

const rule = "-".repeat(80);

/** `parts` must be sorted; the same parts give the same text. */
export function licensesText(program: Program, parts: readonly Part[]): string {
  const { name, version, repository, text } = program;
  const byText = new Map<string, Part[]>();
  for (const part of parts) byText.set(part.text, [...(byText.get(part.text) ?? []), part]);
  const shared = [...byText].map(
    ([body, same]) => `${rule}\n${same.map(title).join("\n")}\n${rule}\n\n${body}\n`,
  );
  return [
    `${name} ${version} is free software under the GNU Affero General Public License, version 3 or later.`,
    `Its complete source, and the scripts that build it, are at ${repository} (tag v${version}).`,
    "If you let others use a changed version over a network, you must offer them its source (section 13).",
    "MuPDF is under the same license, with its source at https://mupdf.com/releases and",
    "https://cgit.ghostscript.com/mupdf.git; its file is used as published, and changed in memory as",
    "src/engines/mupdf/wasm-patch.ts says. The executables contain the runtime Bun and with it JavaScriptCore",
    "(LGPL); with the source, `bun build.ts` links the program with a Bun of your own.",
    "",
    "Contents:",
    "",
    ...parts.map((part) => `  ${title(part)}`),
    "",
    `${rule}\n${name} ${version} (AGPL-3.0-or-later)\n${rule}\n\n${text.trim()}\n`,
    ...shared,
  ].join("\n");
}

/** One line for a part: its name, version and license, and the part that contains it. */
export function title({ name, version, license, inside }: Part): string {
  const at = version === undefined ? name : `${name} ${version}`;
  return inside === undefined ? `${at} (${license})` : `${at} (${license}), inside ${inside}`;
}
