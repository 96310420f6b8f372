/** The actual contents of a bundle: the packages in its metafile, the parts they contain, and their licenses. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** One component of the program. */
export interface Part {
  readonly name: string;
  /** Undefined if the package that contains it doesn't state it. */
  readonly version: string | undefined;
  /** An SPDX expression, or a description if there is none. */
  readonly license: string;
  /** The license text, or where to find it. */
  readonly text: string;
  /** Package URL; undefined for parts in no registry. */
  readonly purl: string | undefined;
  /** The package file's SHA-512 in Base64, from the lock file. */
  readonly integrity: string | undefined;
  /** The name of the part that contains it. */
  readonly inside?: string;
}

/** The entries of `esbuild`'s metafile used here; Bun writes the same format. */
export interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const checkout = resolve(import.meta.dirname, "../..");
const modules = join(checkout, "node_modules");

/** Paths of the modules and files that contribute to the output, with `/` from the checkout. */
export function inputsOf({ inputs, outputs }: Metafile): readonly string[] {
  const used = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  // Embedded files are listed as inputs, and as outputs without inputs.
  const files = Object.keys(inputs).filter((path) =>
    /\.(wasm|woff|node|so|dylib|dll|br|gz|zst)\b/.test(path),
  );
  return [...new Set([...used, ...files])].map((path) => path.replaceAll("\\", "/")).sort();
}

/** The npm packages that contain these paths and the parts inside each package, sorted by name. */
export function partsOf(paths: readonly string[]): readonly Part[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (folder !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  const parts = [...folders].flatMap(([folder, files]) => {
    const part = packageAt(resolve(checkout, folder));
    return [part, ...vendored(part.name, files), ...(carried[part.name] ?? [])];
  });
  return unique(parts);
}

function unique(parts: readonly Part[]): readonly Part[] {
  const byKey = new Map(parts.map((part) => [`${part.name}@${part.version}`, part]));
  return [...byKey.values()].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

function packageAt(folder: string): Part {
  const { name, version, license }: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = licenseFile(folder) ?? knownTexts[name];
  if (text === undefined || license === undefined)
    throw new Error(`${name} comes without a license; add its text to scripts/release/parts.ts`);
  // Some manifests put the SPDX expression in parentheses.
  const expression = license.replace(/^\((.*)\)$/, "$1");
  return {
    name,
    version,
    license: expression,
    text,
    purl: purlOf(name, version),
    integrity: integrityOf(name),
  };
}

function licenseFile(folder: string): string | undefined {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)(\.\w+)?$/i.test(name));
  return names.length === 0
    ? undefined
    : names.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

let lock: { packages: Record<string, { version?: string; integrity?: string }> } | undefined;

function integrityOf(name: string): string | undefined {
  lock ??= JSON.parse(readFileSync(join(checkout, "package-lock.json"), "utf8"));
  return lock?.packages[`node_modules/${name}`]?.integrity?.replace(/^sha512-/, "");
}

/** Packages that a package's own bundler included in its files, found by the path comments that bundlers leave. */
function vendored(by: string, files: readonly string[]): readonly Part[] {
  const found = new Map<string, string>();
  for (const file of files.filter((path) => /\.[cm]?js$/.test(path))) {
    const code = readFileSync(resolve(checkout, file), "utf8");
    for (const [, name = "", version = ""] of code.matchAll(
      /node_modules\/\.pnpm\/((?:@[^@/+]+\+)?[^@/]+)@(\d[^/_(]*)/g,
    ))
      found.set(name.replace("+", "/"), version);
  }
  return [...found].map(([name, version]) => {
    const folder = join(modules, name);
    const text = (existsSync(folder) && licenseFile(folder)) || knownTexts[name];
    if (!text)
      throw new Error(`${name}, inside ${by}, comes without a license; add it to scripts/release/parts.ts`);
    const manifest: Manifest | undefined = existsSync(join(folder, "package.json"))
      ? JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
      : undefined;
    const license = manifest?.license ?? "MIT";
    return { name, version, license, text, purl: purlOf(name, version), integrity: undefined, inside: by };
  });
}

function mit(holder: string): string {
  return `MIT License

${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}

const onnxNotices =
  "The notices of what ONNX Runtime carries inside: https://github.com/microsoft/onnxruntime/blob/main/ThirdPartyNotices.txt";

/** Licenses of packages whose files don't include one. */
const knownTexts: Readonly<Record<string, string>> = {
  "onnxruntime-node": `${mit("Copyright (c) Microsoft Corporation")}\n\n${onnxNotices}`,
  "onnxruntime-common": mit("Copyright (c) Microsoft Corporation"),
  "@cfworker/json-schema": mit("Copyright (c) 2020 Jeremy Danyow"),
  scule: mit("Copyright (c) Pooya Parsa <pooya@pi0.io>"),
};

/** Libraries and fonts linked into MuPDF's WebAssembly, which doesn't state their versions. */
const insideMupdf: readonly (readonly [name: string, license: string])[] = [
  ["FreeType", "FTL"],
  ["HarfBuzz", "MIT"],
  ["jbig2dec", "AGPL-3.0-or-later"],
  ["OpenJPEG", "BSD-2-Clause"],
  ["libjpeg", "IJG"],
  ["lcms2mt", "MIT"],
  ["zlib", "Zlib"],
  ["MuJS", "ISC"],
  ["Gumbo", "Apache-2.0"],
  ["Droid Sans Fallback", "Apache-2.0"],
  ["URW++ base 35 fonts", "AGPL-3.0-only WITH PS-or-PDF-font-exception-20170817"],
];

/** Libraries linked into ImageMagick's WebAssembly; their versions and texts are in the package's NOTICE. */
const insideMagick: readonly (readonly [name: string, license: string])[] = [
  ["ImageMagick", "ImageMagick"],
  ["aom", "BSD-2-Clause"],
  ["brotli", "MIT"],
  ["bzip2", "bzip2-1.0.6"],
  ["libde265", "LGPL-3.0-or-later"],
  ["OpenEXR and Imath", "BSD-3-Clause"],
  ["libffi", "MIT"],
  ["FreeType", "FTL"],
  ["GLib", "LGPL-2.1-or-later"],
  ["libheif", "LGPL-3.0-or-later"],
  ["Highway", "Apache-2.0"],
  ["libjpeg-turbo", "IJG AND BSD-3-Clause"],
  ["libjxl", "BSD-3-Clause"],
  ["Little CMS", "MIT"],
  ["liblqr", "LGPL-3.0-only"],
  ["OpenJPEG", "BSD-2-Clause"],
  ["OpenJPH", "BSD-2-Clause"],
  ["libpng", "libpng-2.0"],
  ["LibRaw", "LGPL-2.1-only OR CDDL-1.0"],
  ["libtiff", "libtiff"],
  ["libwebp", "BSD-3-Clause"],
  ["libxml2", "MIT"],
  ["zlib", "Zlib"],
];

const inMagickNotice =
  "Part of ImageMagick's WebAssembly. Its license is in the text of @imagemagick/magick-wasm.";

const inMupdfSource =
  "Part of MuPDF. Its copyright notice and license are with its source in MuPDF's: thirdparty and resources/fonts\n" +
  "of https://cgit.ghostscript.com/mupdf.git/";

/** src/fonts/encodings/glyph-list.ts also has its glyph names. */
const glyphList: Part = {
  ...{ name: "Adobe Glyph List", version: undefined, license: "BSD-3-Clause" },
  ...{ purl: undefined, integrity: undefined, inside: "mupdf" },
  text: `Copyright 2002-2019 Adobe (http://www.adobe.com/).

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

Redistributions of source code must retain the above copyright notice, this list of conditions and the following
disclaimer.

Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
disclaimer in the documentation and/or other materials provided with the distribution.

Neither the name of Adobe nor the names of its contributors may be used to endorse or promote products derived from
this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`,
};

/** A part without a known version or address. */
function nameless(name: string, license: string, inside: string, text: string): Part {
  return { name, version: undefined, license, text, purl: undefined, integrity: undefined, inside };
}

/** Code that pdf-lib's sources credit to other projects. */
const insidePdfLib: readonly Part[] = [
  nameless(
    "stream decoders of PDF.js and XPDF",
    "Apache-2.0",
    "pdf-lib",
    `Copyright 2012 Mozilla Foundation\nCopyright 1996-2003 Glyph & Cog, LLC\n\n${packageAt(join(modules, "pdfjs-dist")).text}`,
  ),
  nameless("paths of PDFKit", "MIT", "pdf-lib", mit("Copyright (c) 2014 Devon Govett")),
  nameless("base64-arraybuffer", "MIT", "pdf-lib", mit("Copyright (c) 2012 Niklas von Hertzen")),
];

/** The metrics of the standard fonts. */
const coreMetrics = nameless(
  "Adobe Core 14 font metrics",
  "APAFML",
  "@pdf-lib/standard-fonts",
  `Copyright (c) 1985, 1987, 1988, 1989, 1990, 1991, 1992, 1993, 1997 Adobe Systems Incorporated. All Rights Reserved.

This file and the 14 PostScript(R) AFM files it accompanies may be used, copied, and distributed for any purpose and
without charge, with or without modification, provided that all copyright notices are retained; that the AFM files are
not distributed without this file; that all modifications to this file or any of the AFM files are prominently noted in
the modified file(s); and that this paragraph is not modified. Adobe Systems has no responsibility or obligation to
support the use of the AFM files.`,
);

/** The engine, the libraries linked into it, and the models (scripts/ocr-models.ts). */
const insideTesseract: readonly Part[] = [
  nameless(
    "Tesseract",
    "Apache-2.0",
    "tesseract.js-core",
    packageAt(join(modules, "tesseract.js-core")).text,
  ),
  nameless(
    "tessdata_fast, models of Tesseract",
    "Apache-2.0",
    "tesseract.js-core",
    `Copyright 1988-1995 Hewlett Packard Company\nCopyright 2006-2022 Google Inc.\n\n${packageAt(join(modules, "tesseract.js-core")).text}`,
  ),
  nameless(
    "Leptonica",
    "BSD-2-Clause",
    "tesseract.js-core",
    "Copyright (C) 2001-2024 Leptonica. Its license: http://www.leptonica.org/about-the-license.html",
  ),
  nameless(
    "zlib, libpng, libjpeg, libtiff, libwebp, OpenJPEG and giflib",
    "Zlib, libpng-2.0, IJG, libtiff, BSD-3-Clause, BSD-2-Clause, MIT",
    "tesseract.js-core",
    "Linked by Leptonica; their licenses are in https://github.com/naptha/tesseract.js-core",
  ),
];

/** Package → the parts inside it that it doesn't declare in a machine-readable form. */
const carried: Readonly<Record<string, readonly Part[]>> = {
  "tesseract.js-core": insideTesseract,
  "@imagemagick/magick-wasm": insideMagick.map(([name, license]) =>
    nameless(name, license, "@imagemagick/magick-wasm", inMagickNotice),
  ),
  "zxing-wasm": [
    nameless(
      "ZXing-C++",
      "Apache-2.0",
      "zxing-wasm",
      `Copyright 2016 Nu-book Inc. and others\n\n${packageAt(join(modules, "pdfjs-dist")).text}`,
    ),
    nameless("stb_image", "MIT", "zxing-wasm", mit("Copyright (c) 2017 Sean Barrett")),
  ],
  mupdf: [
    ...insideMupdf.map(([name, license]) => nameless(name, license, "mupdf", inMupdfSource)),
    glyphList,
  ],
  "pdf-lib": insidePdfLib,
  "@pdf-lib/standard-fonts": [coreMetrics],
  unpdf: [
    {
      ...packageAt(join(modules, "pdfjs-dist")),
      version: undefined,
      purl: undefined,
      integrity: undefined,
      inside: "unpdf",
    },
  ],
};

/** The runtime in every executable. `version` is the version of the Bun that builds it. */
export function bunRuntime(version: string): Part {
  const page = readFileSync(join(modules, "bun-types/docs/project/license.mdx"), "utf8");
  return {
    name: "bun",
    version,
    license:
      "MIT AND LGPL-2.0-or-later AND LGPL-2.1-only AND Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND Zlib",
    text: `${page.replace(/^---[\s\S]*?---\s*/, "").trim()}\n\n${mit("Copyright (c) Oven")}`,
    purl: purlOf("bun", version),
    integrity: undefined,
  };
}
