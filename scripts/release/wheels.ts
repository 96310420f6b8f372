/**
 * The Python package `pdfd`: the generated client as a module, in a wheel with the executable for each system and in a pure
 * wheel that finds an installed executable. The same files give the same bytes.
 */
import { createHash } from "node:crypto";
import { type Zippable, zipSync } from "fflate";

export interface WheelContent {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly repository: string;
  /** The module's source. */
  readonly client: string;
  readonly licenseText: string;
}

/** The executable in a wheel. */
export interface CarriedProgram {
  /** A platform as pip names it, such as `manylinux_2_17_x86_64`. */
  readonly platform: string;
  /** `pdfd` or `pdfd.exe`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The executable's release name → the systems pip installs it on. Bun's runtimes need glibc 2.17 or musl 1.2. */
export const wheelPlatforms: Readonly<Record<string, string>> = {
  "pdfd-linux-x64": "manylinux_2_17_x86_64.manylinux2014_x86_64",
  "pdfd-linux-arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64",
  "pdfd-linux-x64-musl": "musllinux_1_2_x86_64",
  "pdfd-linux-arm64-musl": "musllinux_1_2_aarch64",
  "pdfd-darwin-x64": "macosx_13_0_x86_64",
  "pdfd-darwin-arm64": "macosx_13_0_arm64",
  "pdfd-windows-x64.exe": "win_amd64",
};

/** The earliest time a ZIP can express. */
const mtime = "1980-01-01T00:00:00";
const unix = 3;
const mode = (bits: number) => (0o100_000 | bits) * 0x1_0000;

/** A wheel's file name and bytes; without a program, the pure one. */
export function wheel(content: WheelContent, program?: CarriedProgram): { name: string; bytes: Uint8Array } {
  const { version } = content;
  const info = `pdfd-${version}.dist-info`;
  const tags = (program?.platform ?? "any").split(".");
  const files: (readonly [path: string, content: string | Uint8Array])[] = [
    ["pdfd/__init__.py", content.client],
    ["pdfd/py.typed", ""],
    ...(program ? [[`pdfd-${version}.data/scripts/${program.name}`, program.bytes] as const] : []),
    [`${info}/licenses/LICENSE`, content.licenseText],
    [`${info}/METADATA`, metadata(content, program !== undefined)],
    [
      `${info}/WHEEL`,
      lines([
        "Wheel-Version: 1.0",
        "Generator: pdfd",
        `Root-Is-Purelib: ${program === undefined}`,
        ...tags.map((tag) => `Tag: py3-none-${tag}`),
      ]),
    ],
  ];
  const record = files.map(([path, bytes]) => {
    const digest = createHash("sha256").update(bytes).digest("base64url");
    return `${path},sha256=${digest},${Buffer.byteLength(bytes)}`;
  });
  files.push([`${info}/RECORD`, lines([...record, `${info}/RECORD,,`])]);

  const entries: Zippable = {};
  for (const [path, bytes] of files) {
    const isProgram = path.includes("/scripts/");
    const attrs = mode(isProgram ? 0o755 : 0o644);
    entries[path] = [typeof bytes === "string" ? Buffer.from(bytes) : bytes, { mtime, os: unix, attrs }];
  }
  return { name: `pdfd-${version}-py3-none-${tags.join(".")}.whl`, bytes: zipSync(entries, { level: 6 }) };
}

function metadata(content: WheelContent, carries: boolean): string {
  const { version, description, license, repository } = content;
  const about = carries
    ? "This wheel carries the executable for its system."
    : "This wheel has no executable: it uses the one in PATH, or the one that PDFD_PROGRAM names.";
  return `${lines([
    "Metadata-Version: 2.4",
    "Name: pdfd",
    `Version: ${version}`,
    `Summary: ${description}`,
    `License-Expression: ${license}`,
    "License-File: LICENSE",
    `Project-URL: Source, ${repository}`,
    "Requires-Python: >=3.8",
    "Classifier: Typing :: Typed",
    "Description-Content-Type: text/markdown",
  ])}
\`pdfd.Worker\` runs the PDF tools of pdfd over many documents on all cores, given as paths or bytes; \`pdfd.PdfdClient\` calls a running service. ${about}

\`\`\`python
import pdfd

with pdfd.Worker() as worker:
    for answer in worker.map("pdf_read_text", ["a.pdf", open("b.pdf", "rb").read()]):
        print(pdfd.page_rows(answer))
\`\`\`
`;
}

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");
