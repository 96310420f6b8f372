/** Compares `pdfd licenses` and the bills of materials with the packages that the bundler includes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bunRuntime, type Part, partsOf } from "../../scripts/release/parts.ts";
import { sbom } from "../../scripts/release/sbom.ts";
import { run } from "../cli/run.ts";
import { bun, executable, node } from "../contract/target.ts";
import { bin, checkout, ran } from "./support.ts";

/** Package → version, according to the bundler. */
let bundled: Readonly<Record<string, string>>;
let printed: string;

beforeAll(async () => {
  const [listed, licenses] = await Promise.all([
    ran([bin("bun"), join(import.meta.dirname, "bundled.ts")], { cwd: checkout }),
    run(executable, ["licenses"], { cwd: checkout }),
  ]);
  expect(listed).toMatchObject({ code: 0 });
  expect(licenses).toMatchObject({ code: 0, err: "" });
  bundled = JSON.parse(listed.out);
  printed = licenses.out;
});

/** The lines of the list: name, version, license, and the component that includes it. */
function lines(): { name: string; version: string | undefined; inside: string | undefined }[] {
  const list = printed.slice(printed.indexOf("Contents:"), printed.indexOf("\n----"));
  return [...list.matchAll(/^ {2}(.+?)(?: (\d[\w.+-]*))? \([^)]+\)(?:, inside (.+))?$/gm)].map(
    ([, name = "", version, inside]) => ({ name, version, inside }),
  );
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(checkout, "node_modules", name, "package.json"), "utf8")).version;
}

describe("pdfd licenses", () => {
  it("lists exactly the packages that the bundler includes, and Bun", () => {
    const packages = lines().filter(({ inside }) => inside === undefined);
    expect(Object.keys(bundled).length).toBeGreaterThan(10);
    expect(Object.fromEntries(packages.map(({ name, version }) => [name, version]))).toEqual({
      ...bundled,
      bun: versionOf("bun"),
    });
    for (const name of ["mupdf", "unpdf", "onnxruntime-node"])
      expect(packages.map((part) => part.name)).toContain(name);
  });

  it("includes the dependencies of package.json and no devDependencies", () => {
    const manifest = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
    for (const name of Object.keys(manifest.dependencies)) expect(bundled, name).toHaveProperty([name]);
    for (const name of Object.keys(manifest.devDependencies))
      expect(bundled, name).not.toHaveProperty([name]);
  });

  it("contains the full text of every package's license", () => {
    for (const name of Object.keys(bundled)) {
      const folder = join(checkout, "node_modules", name);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) expect(name).toMatch(/^onnxruntime-/);
      else expect(printed, name).toContain(readFileSync(join(folder, file), "utf8").trim());
    }
    expect(printed).toContain("Copyright (c) Microsoft Corporation");
    expect(printed).toContain("SIL OPEN FONT LICENSE Version 1.1");
    expect(printed).toContain("JavaScriptCore");
    expect(printed).toContain(readFileSync(join(checkout, "LICENSE"), "utf8").trim());
  });

  it("links to the source of this version", () => {
    const { repository, version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
    const address = String(repository.url).replace(/^git\+|\.git$/g, "");
    expect(printed.slice(0, 400)).toContain(`${address} (tag v${version})`);
  });

  it("is the same in the bundle for Node; from source, nothing is included", async () => {
    expect((await run(node, ["licenses"], { cwd: checkout })).out).toBe(printed);
    const source = await run(bun, ["licenses"], { cwd: checkout });
    expect(source).toMatchObject({ code: 0, err: "" });
    expect(source.out).toContain("each package that it uses has its own license");
  });
});

describe("a bill of materials", () => {
  const subject = {
    name: "pdfd",
    version: "0.1.0",
    license: "AGPL-3.0-or-later",
    repository: "https://example.org/pdfd",
    purl: "pkg:generic/pdfd@0.1.0",
    file: "pdfd-linux-x64",
    sha256: "ab".repeat(32),
  };
  let parts: readonly Part[];
  beforeAll(() => {
    const paths = Object.keys(bundled).map((name) => `node_modules/${name}/package.json`);
    parts = [...partsOf(paths), bunRuntime("1.0.0")];
  });

  it("names every component once, with license, package URL and checksum", () => {
    const document = JSON.parse(sbom(subject, parts));
    expect(document).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
    expect(document.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(document.metadata.component).toMatchObject({
      type: "application",
      name: "pdfd",
      hashes: [{ alg: "SHA-256", content: subject.sha256 }],
    });
    const names: string[] = document.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(parts.filter(({ inside }) => inside === undefined).map(({ name }) => name));
    for (const component of document.components) {
      expect(component.type).toMatch(/^(library|platform)$/);
      expect(component.licenses[0].expression).toMatch(/^[\w.()+ -]+$/);
      expect(component.purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
      if (component.name !== "bun")
        expect(component.hashes?.[0].content, component.name).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  it("refers to each by a unique name", () => {
    const document = JSON.parse(sbom(subject, parts));
    const refs: string[] = document.dependencies.map(({ ref }: { ref: string }) => ref);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs).toHaveLength(parts.length + 1);
    for (const ref of document.dependencies[0].dependsOn) expect(refs).toContain(ref);
  });

  it("is the same for the same file, and different for another", () => {
    expect(sbom(subject, parts)).toBe(sbom(subject, parts));
    expect(sbom({ ...subject, sha256: "cd".repeat(32) }, parts)).not.toContain(
      JSON.parse(sbom(subject, parts)).serialNumber,
    );
  });
});
