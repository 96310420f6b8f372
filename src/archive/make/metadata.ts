/** XMP as PDF/A asks for it: the document's information, its level, and descriptions of what XMP doesn't define. */
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isStream, withEntries } from "../../cos/syntax/value.ts";
import { schemas } from "../../document/conformance/claim.ts";
import { metadataStream } from "../../document/conformance/withdraw.ts";
import { infoDate } from "../../document/metadata/dates.ts";
import { xmpText } from "../../document/metadata/xmp.ts";
import { decodeText } from "../../document/text-string.ts";
import { bytesAt, dataOf, dictAt, streamAt } from "../../document/typed-get.ts";
import { pdfaOf } from "../profile.ts";
import { infoProperties } from "../survey/metadata.ts";
import { extensionNamespaces, readExtensions } from "../xmp/extension.ts";
import { readXmp, textOf, type XmpNode } from "../xmp/packet.ts";
import { predefinedType } from "../xmp/schemas.ts";
import { hasType } from "../xmp/types.ts";
import { type DescribedProperty, writeXmp } from "../xmp/write-packet.ts";
import { changeDicts, type Fixing } from "./fixing.ts";

const maxXmpBytes = 8 * 1024 * 1024;

export function fixMetadata(fixing: Fixing): void {
  const { session, family, note, properties: given } = fixing;
  const { cos } = session;
  const main = streamAt(cos, cos.catalog.get("Metadata"));
  const own = main ? propertiesOf(cos, main) : [];
  const properties = [
    ...withInfo(
      fixing,
      own.filter(({ namespace }) => namespace !== schemas.pdfaid && !given?.replaces.includes(namespace)),
    ),
    ...Object.entries(given?.texts ?? {}).map(([name, text]) =>
      simple(given?.namespace ?? "", name, text, given?.prefix),
    ),
  ];
  const { kept, described, removed } = sorted(fixing, properties);
  const packet = writeXmp([...identification(fixing), ...kept], described);
  session.setCatalog({ Metadata: session.add(metadataStream(packet)) });
  note("metadata");
  if (removed.length > 0)
    session.context.warn(
      `metadata that PDF/A can't describe was removed: ${removed.slice(0, 20).join(", ")}`,
    );
  if (family === "a4" && cos.trailer.has("Info")) session.dropInfo();
  fixOthers(fixing);
}

function propertiesOf(cos: CosDocument, stream: Parameters<typeof dataOf>[1]): readonly XmpNode[] {
  const bytes = dataOf(cos, stream, maxXmpBytes);
  return bytes ? readXmp(xmpText(bytes)).properties : [];
}

const simple = (namespace: string, name: string, text: string, prefix = ""): XmpNode => ({
  ...{ namespace, name, prefix, text },
  kind: "simple",
  language: undefined,
  children: [],
});

/** A value in the form that a type asks for; undefined if it has none. */
function typedValue(namespace: string, name: string, text: string, type: string): XmpNode | undefined {
  const base = simple(namespace, name, text);
  const item = (language?: string): XmpNode => ({
    ...simple("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "li", text),
    language,
  });
  if (type === "lang alt") return { ...base, kind: "alt", text: "", children: [item("x-default")] };
  if (type.startsWith("seq ")) return { ...base, kind: "seq", text: "", children: [item()] };
  if (type.startsWith("bag ")) return { ...base, kind: "bag", text: "", children: [item()] };
  return base;
}

function identification({ profile, family, isTagged }: Fixing): XmpNode[] {
  const { part = "", level = "" } = pdfaOf(profile) ?? {};
  const own = (name: string, text: string) => simple(schemas.pdfaid, name, text, "pdfaid");
  return [
    own("part", part),
    ...(level === "" ? [] : [own("conformance", isTagged ? "A" : level)]),
    ...(family === "a4" ? [own("rev", "2020")] : []),
  ];
}

/** The properties, with the information dictionary's values in place of those that differ. */
function withInfo({ session }: Fixing, properties: readonly XmpNode[]): XmpNode[] {
  const { cos } = session;
  const info = dictAt(cos, cos.trailer.get("Info"));
  const merged = [...properties];
  for (const [key, [namespace, name]] of Object.entries(infoProperties)) {
    const bytes = bytesAt(cos, info?.get(key));
    if (!bytes) continue;
    const text = key.endsWith("Date") ? infoDate(decodeText(bytes)) : decodeText(bytes);
    if (text === undefined) continue;
    const at = merged.findIndex((one) => one.namespace === namespace && one.name === name);
    const known = merged[at];
    if (known && textOf(known) === text && (key !== "Author" || known.children.length === 1)) continue;
    const type = predefinedType(namespace, name, false) ?? "text";
    const made = typedValue(namespace, name, text, type);
    if (!made) continue;
    if (at < 0) merged.push(made);
    else merged[at] = made;
  }
  return merged;
}

interface Sorted {
  readonly kept: XmpNode[];
  readonly described: DescribedProperty[];
  /** Names of properties that can't be kept. */
  readonly removed: string[];
}

/** Properties that XMP defines, those that extension schemas must describe, and those that can't be described. */
function sorted({ family }: Fixing, properties: readonly XmpNode[]): Sorted {
  const result: Sorted = { kept: [], described: [], removed: [] };
  const extensions = readExtensions(properties, () => {});
  const seen = new Set<string>();

  for (const node of properties) {
    const { namespace, name } = node;
    const key = `${namespace} ${name}`;
    if (Object.values<string>(extensionNamespaces).includes(namespace) || seen.has(key)) continue;
    seen.add(key);
    if (family === "a4") {
      result.kept.push(node);
      continue;
    }
    const type = predefinedType(namespace, name, family === "a1");
    if (type !== undefined) {
      const text = textOf(node);
      const made = text === undefined ? undefined : typedValue(namespace, name, text, type);
      const fitting = hasType(node, type, extensions.types) ? node : made;
      if (fitting && hasType(fitting, type, extensions.types)) result.kept.push(fitting);
      else result.removed.push(name);
      continue;
    }
    const guessed = guessedType(node);
    if (guessed === undefined) result.removed.push(name);
    else {
      result.kept.push(node);
      result.described.push({ namespace, name, type: guessed });
    }
  }
  return result;
}

/** A type that describes a value as it is; undefined for structures. */
function guessedType(node: XmpNode): string | undefined {
  if (node.kind === "simple") return "Text";
  if (node.kind === "struct" || node.children.some(({ kind }) => kind !== "simple")) return undefined;
  if (node.kind === "alt")
    return node.children.every(({ language }) => language !== undefined) ? "Lang Alt" : "alt Text";
  return `${node.kind} Text`;
}

/** Metadata of other objects: written again, since most isn't valid by the rules of PDF/A. */
function fixOthers(fixing: Fixing): void {
  const { session, note } = fixing;
  const { cos } = session;
  const done = new Map<CosValue, CosValue | undefined>();
  changeDicts(session, (dict: CosDict, num) => {
    const value = dict.get("Metadata");
    if (value === undefined || dict === cos.catalog || isCatalog(fixing, num)) return undefined;
    const stream = cos.resolve(value);
    if (!isStream(stream)) return undefined;
    if (!done.has(stream)) {
      const { kept, described } = sorted(
        fixing,
        propertiesOf(cos, stream).filter(({ namespace }) => namespace !== schemas.pdfaid),
      );
      done.set(stream, kept.length > 0 ? session.add(metadataStream(writeXmp(kept, described))) : undefined);
      note("metadata");
    }
    return withEntries(dict, { Metadata: done.get(stream) });
  });
}

function isCatalog({ session }: Fixing, num: number): boolean {
  const root = session.cos.trailer.get("Root");
  return typeof root === "object" && root !== null && "num" in root && root.num === num;
}
