import { expect, it } from "vitest";
import { embeddedFonts } from "../../../src/document/metadata/embedded-fonts.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

it("lists each font of a document once, without subset tags", () => {
  const fonts = ["ABCDEF+Some-Font", "Some-Font", "Abcdef+Other"];
  const more = Object.fromEntries(fonts.map((base, k) => [4 + k, `<</Type/Font/BaseFont/${base}>>`]));
  const file = pagesPdf([""], { more: { ...more, 9: "<</Type/FontDescriptor/BaseFont/None>>" } });
  expect(embeddedFonts(read(file).cos)).toEqual(["Some-Font", "Abcdef+Other"]);
});
