/** Extension schemas: descriptions of properties that XMP doesn't define (ISO 19005-2, 6.6.2.3). */
import type { ExtensionFact } from "../facts.ts";
import type { XmpNode } from "./packet.ts";
import { isKnownType, normalType, type OwnTypes, type TypeName } from "./types.ts";

export const extensionNamespaces = {
  extension: "http://www.aiim.org/pdfa/ns/extension/",
  schema: "http://www.aiim.org/pdfa/ns/schema#",
  property: "http://www.aiim.org/pdfa/ns/property#",
  type: "http://www.aiim.org/pdfa/ns/type#",
  field: "http://www.aiim.org/pdfa/ns/field#",
} as const;

/** Properties that extension schemas describe, by namespace and name, and their types. */
export interface Described {
  readonly properties: ReadonlyMap<string, TypeName>;
  readonly types: OwnTypes;
}

type Part = ExtensionFact["part"];

const find = (node: XmpNode, namespace: string, name: string) =>
  node.children.find((child) => child.namespace === namespace && child.name === name);
const isText = (node: XmpNode | undefined, prefix: string) =>
  node?.kind === "simple" && node.prefix === prefix;
const itemsOf = (node: XmpNode | undefined) => node?.children ?? [];
const isList = (node: XmpNode | undefined, prefix: string) =>
  node === undefined || (node.kind === "seq" && node.prefix === prefix);

/** Reads the descriptions in a packet, and notes whether each part is right. */
export function readExtensions(
  properties: readonly XmpNode[],
  note: (part: Part, isValid: boolean) => void,
): Described {
  const found = new Map<string, TypeName>();
  const types = new Map<string, ReadonlyMap<string, TypeName>>();
  const { extension, schema, type } = extensionNamespaces;

  for (const container of properties.filter(({ namespace }) => namespace === extension)) {
    if (container.name !== "schemas") continue;
    note("container", container.kind === "bag" && container.prefix === "pdfaExtension");
    for (const one of itemsOf(container)) {
      // Types first: properties name them.
      for (const described of itemsOf(find(one, schema, "valueType"))) {
        const name = find(described, type, "type")?.text;
        const fields = itemsOf(find(described, type, "field")).flatMap((field): [string, string][] => {
          const key = find(field, extensionNamespaces.field, "name")?.text;
          const own = find(field, extensionNamespaces.field, "valueType")?.text;
          return key !== undefined && own !== undefined ? [[key, own]] : [];
        });
        if (name !== undefined) types.set(normalType(name), new Map(fields));
      }
    }
    for (const one of itemsOf(container)) readSchema(one, found, types, note);
  }

  return { properties: found, types };
}

const fieldNames: Readonly<Record<"schema" | "property" | "type" | "field", readonly string[]>> = {
  schema: ["schema", "namespaceURI", "prefix", "property", "valueType"],
  property: ["name", "valueType", "category", "description"],
  type: ["type", "namespaceURI", "prefix", "description", "field"],
  field: ["name", "valueType", "description"],
};

function readSchema(
  node: XmpNode,
  found: Map<string, TypeName>,
  types: OwnTypes,
  note: (part: Part, isValid: boolean) => void,
): void {
  const { schema, property, type, field } = extensionNamespaces;
  const onlyKnown = (one: XmpNode, kind: keyof typeof fieldNames, namespace: string) =>
    note(
      "fields",
      one.children.every((child) => child.namespace === namespace && fieldNames[kind].includes(child.name)),
    );

  onlyKnown(node, "schema", schema);
  const namespace = find(node, schema, "namespaceURI");
  note("schema", isText(find(node, schema, "schema"), "pdfaSchema"));
  note("namespace", isText(namespace, "pdfaSchema"));
  note("prefix", isText(find(node, schema, "prefix"), "pdfaSchema"));
  const properties = find(node, schema, "property");
  note("property", isList(properties, "pdfaSchema"));
  const valueTypes = find(node, schema, "valueType");
  note("valueType", isList(valueTypes, "pdfaSchema"));

  for (const one of itemsOf(properties)) {
    onlyKnown(one, "property", property);
    const [name, valueType, category, description] = fieldNames.property.map((key) =>
      find(one, property, key),
    );
    note("propertyName", isText(name, "pdfaProperty"));
    note("propertyType", isText(valueType, "pdfaProperty") && isKnownType(valueType?.text ?? "", types));
    note(
      "category",
      isText(category, "pdfaProperty") && ["internal", "external"].includes(category?.text ?? ""),
    );
    note("propertyDescription", isText(description, "pdfaProperty"));
    if (name && namespace) found.set(`${namespace.text} ${name.text}`, valueType?.text ?? "");
  }

  for (const one of itemsOf(valueTypes)) {
    onlyKnown(one, "type", type);
    note("type", isText(find(one, type, "type"), "pdfaType"));
    note("typeNamespace", isText(find(one, type, "namespaceURI"), "pdfaType"));
    note("typePrefix", isText(find(one, type, "prefix"), "pdfaType"));
    note("typeDescription", isText(find(one, type, "description"), "pdfaType"));
    const fields = find(one, type, "field");
    note("field", isList(fields, "pdfaType"));
    for (const each of itemsOf(fields)) {
      onlyKnown(each, "field", field);
      const valueType = find(each, field, "valueType");
      note("fieldName", isText(find(each, field, "name"), "pdfaField"));
      note("fieldType", isText(valueType, "pdfaField") && isKnownType(valueType?.text ?? "", types));
      note("fieldDescription", isText(find(each, field, "description"), "pdfaField"));
    }
  }
}
