import { describe, expect, it } from "vitest";
import { documentInformation } from "../../../src/document/metadata/info.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

describe("document information", () => {
  it("comes from XMP if Info lacks it, without expanding the packet's own entities", () => {
    const xmp = `<?xpacket?><!DOCTYPE x [<!ENTITY a "boom">]><x:xmpmeta><rdf:RDF><rdf:Description pdf:Producer="P &amp; Q">
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">From XMP &#x20AC;&a;</rdf:li><rdf:li>Other</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>One</rdf:li><rdf:li>Two</rdf:li></rdf:Seq></dc:creator>
      <pdf:Keywords>kept &lt;so&gt;</pdf:Keywords></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const bytes = pagesPdf([""], {
      root: "/Metadata 20 0 R",
      trailer: "/Info 21 0 R",
      more: {
        20: { dict: "/Type/Metadata/Subtype/XML", data: Buffer.from(xmp) },
        21: "<</Title(From Info)>>",
      },
    });
    expect(documentInformation(read(bytes))).toMatchObject({
      title: "From Info",
      author: "One; Two",
      keywords: "kept <so>",
      producer: "P & Q",
      subject: "",
    });
    const without = pagesPdf([""], {
      root: "/Metadata 20 0 R",
      more: { 20: { dict: "", data: Buffer.from(xmp) } },
    });
    expect(documentInformation(read(without))).toMatchObject({ title: "From XMP €&a;" });
  });
});
