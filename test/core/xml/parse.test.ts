import { describe, expect, it } from "vitest";
import { parseXml, XmlError } from "../../../src/core/xml/parse.ts";
import { escapeXml } from "../../../src/core/xml/text.ts";

function faultOf(text: string): string | undefined {
  try {
    parseXml(text);
    return undefined;
  } catch (error) {
    return error instanceof XmlError ? error.fault : String(error);
  }
}

describe("XML", () => {
  it("is read as elements with namespaces, attributes, text and offsets", () => {
    const text =
      '<?xml version="1.0"?><a:r xmlns:a="urn:a" xmlns="urn:d"><b c="1 &lt; 2" a:c=\'3\'>x<!-- y --><![CDATA[<&]]></b><e/>&#228;</a:r>';
    const root = parseXml(text);
    expect([root.name, root.namespace, root.text()]).toEqual(["r", "urn:a", "x<&ä"]);
    const [b, e] = root.children;
    expect([b?.namespace, b && text.slice(b.start, b.end).length]).toEqual(["urn:d", 53]);
    expect(b?.attributes.map(({ name, namespace, value }) => [name, namespace, value])).toEqual([
      ["c", "", "1 < 2"],
      ["c", "urn:a", "3"],
    ]);
    expect(e && text.slice(e.start, e.end)).toBe("<e/>");
  });

  it.each([
    "",
    "text",
    "<a>",
    "<a></b>",
    "<a/><b/>",
    "<a/>x",
    "<a b></a>",
    "<a b=c/>",
    '<a b="1" b="2"/>',
    '<a b="<"/>',
    "<a>&unknown;</a>",
    "<a>&</a>",
    "<a>]]></a>",
    "<p:a/>",
    "<a><!-- </a>",
    "<a\u0001/>",
    "< a/>",
  ])("is refused if it isn't well-formed: %j", (text) => {
    expect(faultOf(text)).toBe("syntax");
  });

  it("is refused with a document type declaration, and beyond 100 levels", () => {
    expect(faultOf('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')).toBe("dtd");
    expect(faultOf(`${"<a>".repeat(100)}${"</a>".repeat(100)}`)).toBeUndefined();
    expect(faultOf(`${"<a>".repeat(101)}${"</a>".repeat(101)}`)).toBe("depth");
  });

  it("has any text once it is escaped", () => {
    const text = '<a> & "b"\r\n\ud83d\ude00';
    expect(parseXml(`<x y="${escapeXml(text)}">${escapeXml(text)}</x>`).text()).toBe(text);
  });
});
