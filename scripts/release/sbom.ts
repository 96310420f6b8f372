/** A bill of materials (CycloneDX 1.6, ECMA-424) for one release file. The same content gives the same bytes. */
import { createHash } from "node:crypto";
import type { Part } from "./parts.ts";

export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly repository: string;
  readonly purl: string;
  /** The described file and its SHA-256 in hexadecimal. */
  readonly file: string;
  readonly sha256: string;
}

/** The document as JSON text. */
export function sbom(subject: Subject, parts: readonly Part[]): string {
  const { name, version, license, repository, purl, file, sha256 } = subject;
  const outer = parts.filter(({ inside }) => inside === undefined);
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(`${file} ${sha256}`)}`,
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": purl,
        name,
        version,
        description: file,
        hashes: [{ alg: "SHA-256", content: sha256 }],
        licenses: [{ expression: license }],
        purl,
        externalReferences: [{ type: "vcs", url: repository }],
      },
    },
    components: outer.map((part) => component(part, parts)),
    dependencies: [
      { ref: purl, dependsOn: outer.map(refOf) },
      ...parts.map((part) => ({ ref: refOf(part) })),
    ],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function component(part: Part, all: readonly Part[]): object {
  const { name, version, license, purl, integrity } = part;
  const carried = all.filter(({ inside }) => inside !== undefined && inside === name);
  return {
    type: name === "bun" ? "platform" : "library",
    "bom-ref": refOf(part),
    name,
    ...(version !== undefined && { version }),
    licenses: [{ expression: license }],
    ...(purl !== undefined && { purl }),
    ...(integrity !== undefined && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(integrity, "base64").toString("hex") }],
    }),
    ...(carried.length > 0 && { components: carried.map((inner) => component(inner, [])) }),
  };
}

function refOf({ name, purl, inside }: Part): string {
  return inside === undefined ? (purl ?? name) : `${inside}#${name}`;
}

/** A UUID derived from the text alone (version 8: custom). */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
