import { describe, expect, it } from "vitest";
import { placedWidgets } from "../../../src/document/forms/widgets.ts";
import { refNumber } from "../../../src/document/typed-get.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

describe("the widgets of a document", () => {
  it("are found on the pages that list them, each once, whatever they say of their page", () => {
    const more = { 5: "<</Subtype/Widget/P 3 0 R>>", 6: "<</Subtype/Widget>>", 7: "<</Subtype/Link>>" };
    const direct = "<</Subtype/Widget/T(direct)>>";
    const file = pagesPdf([`/Annots[6 0 R 7 0 R null ${direct}]`, "/Annots[5 0 R 6 0 R]"], { more });
    const found = [...placedWidgets(read(file)).values()].map(({ page, value }) => [
      page,
      refNumber(value) ?? 0,
    ]);
    expect(found).toEqual([
      [1, 6],
      [1, 0],
      [2, 5],
    ]);
  });
});
