/** Metadata (ISO 19005-2, 6.6). */
import type { ExtensionFact, IdentificationFact } from "../facts.ts";
import { type Rule, rule, type Table } from "../rule.ts";

const prefixed = ({ prefixes }: IdentificationFact, property: string, prefix: string) =>
  (prefixes[property] ?? prefix) === prefix;

/** Parts of extension schemas with the last numbers of their rules, in part 1 and in parts 2 and 3. */
const extensionParts: readonly (readonly [ExtensionFact["part"], a1: string, a2: string, message: string])[] =
  [
    ["fields", "6.7.8-1", "6.6.2.3.2-1", "an extension schema has unknown fields"],
    ["container", "6.7.8-2", "6.6.2.3.3-1", "the extension schemas aren't an unordered list"],
    ["schema", "6.7.8-3", "6.6.2.3.3-2", "an extension schema has no description"],
    ["namespace", "6.7.8-4", "6.6.2.3.3-3", "an extension schema has no namespace"],
    ["prefix", "6.7.8-5", "6.6.2.3.3-4", "an extension schema has no prefix"],
    ["property", "6.7.8-6", "6.6.2.3.3-5", "an extension schema's properties aren't an ordered list"],
    ["valueType", "6.7.8-7", "6.6.2.3.3-6", "an extension schema's types aren't an ordered list"],
    ["propertyName", "6.7.8-8", "6.6.2.3.3-7", "a described property has no name"],
    ["propertyType", "6.7.8-9", "6.6.2.3.3-8", "a described property has no known type"],
    ["category", "6.7.8-10", "6.6.2.3.3-9", "a described property is neither internal nor external"],
    ["propertyDescription", "6.7.8-11", "6.6.2.3.3-10", "a described property has no description"],
    ["type", "6.7.8-12", "6.6.2.3.3-11", "a described type has no name"],
    ["typeNamespace", "6.7.8-13", "6.6.2.3.3-12", "a described type has no namespace"],
    ["typePrefix", "6.7.8-14", "6.6.2.3.3-13", "a described type has no prefix"],
    ["typeDescription", "6.7.8-15", "6.6.2.3.3-14", "a described type has no description"],
    ["field", "6.7.8-16", "6.6.2.3.3-15", "a described type's fields aren't an ordered list"],
    ["fieldName", "6.7.8-17", "6.6.2.3.3-16", "a described field has no name"],
    ["fieldType", "6.7.8-18", "6.6.2.3.3-17", "a described field has no known type"],
    ["fieldDescription", "6.7.8-19", "6.6.2.3.3-18", "a described field has no description"],
  ];

/** Entries of the information dictionary with the tests of ISO 19005-1, 6.7.3. */
const infoEntries = {
  CreationDate: 1,
  Title: 2,
  Author: 3,
  Subject: 4,
  Keywords: 5,
  Creator: 6,
  Producer: 7,
  ModDate: 8,
} as const;

export const metadataTable = {
  metadata: [
    rule(
      { a1: "6.7.2-2" },
      "the document's metadata is filtered",
      ({ isCatalogs, isFiltered }) => !isCatalogs || !isFiltered,
    ),
  ],
  packet: [
    rule(
      { a1: "6.7.5-1", a2: "6.6.2.1-2", a4: "6.7.2.1-2" },
      "a metadata packet states its size",
      ({ bytes }) => !bytes,
    ),
    rule(
      { a1: "6.7.5-2", a2: "6.6.2.1-3", a4: "6.7.2.1-3" },
      "a metadata packet states its encoding",
      ({ encoding }) => !encoding,
    ),
    rule(
      { a1: "6.7.9-1", a2: "6.6.2.1-4", a4: "6.7.2.1-4" },
      "metadata isn't valid XMP",
      ({ isValid }) => isValid,
    ),
    rule({ a2: "6.6.2.1-5", a4: "6.7.2.1-5" }, "metadata isn't UTF-8", ({ isUtf8 }) => isUtf8),
  ],
  mainPacket: [
    rule(
      { a1: "6.7.11-1", a2: "6.6.4-1", a4: "6.7.3-1" },
      "the metadata doesn't identify PDF/A",
      ({ hasPdfa }) => hasPdfa,
    ),
    rule({ ua1: "5-1" }, "the metadata doesn't identify PDF/UA", ({ hasPdfua }) => hasPdfua),
    rule({ ua1: "7.1-9" }, "the metadata has no title", ({ title }) => title),
  ],
  identification: [
    rule(
      { a1: "6.7.11-2", a2: "6.6.4-2", a4: "6.7.3-2", ua1: "5-2" },
      "the metadata identifies another part",
      ({ part }, { profile, family }) =>
        Number(part) === (family === "ua1" ? 1 : Number(profile.slice(5, 6))),
    ),
    rule({ a1: "6.7.11-3" }, "the metadata identifies another level", ({ conformance = "" }) =>
      ["A", "B"].includes(conformance),
    ),
    rule({ a2: "6.6.4-3" }, "the metadata identifies another level", ({ conformance = "" }, { profile }) =>
      [...(profile.endsWith("b") ? ["B"] : []), "U", "A"].includes(conformance),
    ),
    rule(
      { a4: "6.7.3-3" },
      "the metadata identifies another level",
      ({ conformance }, { profile }) => conformance === (profile === "pdfa-4f" ? "F" : undefined),
    ),
    rule({ a1: "6.7.11-4", a2: "6.6.4-4", a4: "6.7.3-4" }, "the part has another prefix", (id) =>
      prefixed(id, "part", "pdfaid"),
    ),
    rule({ a1: "6.7.11-5", a2: "6.6.4-5" }, "the level has another prefix", (id) =>
      prefixed(id, "conformance", "pdfaid"),
    ),
    rule({ a1: "6.7.11-6", a2: "6.6.4-6" }, "the amendment has another prefix", (id) =>
      prefixed(id, "amd", "pdfaid"),
    ),
    rule({ a2: "6.6.4-7" }, "the corrigendum has another prefix", (id) => prefixed(id, "corr", "pdfaid")),
    rule({ a4: "6.7.3-5" }, "the metadata doesn't identify the revision 2020", ({ rev }) => rev === "2020"),
    rule({ a4: "6.7.3-6" }, "the revision has another prefix", (id) => prefixed(id, "rev", "pdfaid")),
    rule({ ua1: "5-3" }, "the part has another prefix", (id) => prefixed(id, "part", "pdfuaid")),
    rule({ ua1: "5-4" }, "the amendment has another prefix", (id) => prefixed(id, "amd", "pdfuaid")),
    rule({ ua1: "5-5" }, "the corrigendum has another prefix", (id) => prefixed(id, "corr", "pdfuaid")),
  ],
  property: [
    rule(
      { a1: "6.7.9-2", a2: "6.6.2.3.1-1" },
      "metadata has a property of no known schema",
      ({ isDefined, isFirst }, { family }) => isDefined || isFirst !== (family === "a1"),
    ),
    rule(
      { a1: "6.7.9-3", a2: "6.6.2.3.1-2" },
      "a metadata property's value has another type",
      ({ hasType, isFirst }, { family }) => (isFirst === (family === "a1") ? hasType : true),
    ),
  ],
  extension: extensionParts.map(
    ([part, a1, a2, message]): Rule<ExtensionFact> =>
      rule({ a1, a2 }, message, (fact) => fact.part !== part || fact.isValid),
  ),
  info: [
    ...Object.entries(infoEntries).map(([key, test]) =>
      rule<{ readonly matches: Readonly<Record<string, boolean>> }>(
        { a1: `6.7.3-${test}` },
        `the information dictionary's ${key} isn't the metadata's`,
        ({ matches }) => matches[key] ?? true,
      ),
    ),
    rule<{ readonly onlyModDate: boolean }>(
      { a4: "6.1.3-5" },
      "the information dictionary has other entries than the date of the last change",
      ({ onlyModDate }) => onlyModDate,
    ),
  ],
} satisfies Partial<Table>;
