/** Tests the validator on a small model of its own, in the notation of the Arlington PDF model. */
import { describe, expect, it } from "vitest";
import type { Dict, ReadDocument, Value } from "./documents.ts";
import { essentials } from "./essentials.ts";
import { kindOf, type Model } from "./model.ts";
import { validate } from "./validate.ts";

const header =
  "Key Type SinceVersion DeprecatedIn Required IndirectReference Inheritable DefaultValue PossibleValues SpecialCase Link";

/** Rows as `Key Type Since Required Indirect Possible Special Link`, with `-` for an empty column. */
function kind(name: string, ...rows: readonly string[]) {
  const lines = rows.map((row) => {
    const [key, type, since, required, indirect, possible, special, link] = row
      .split(" ; ")
      .map((cell) => (cell === "-" ? "" : cell));
    return [key, type, since, "", required, indirect, "TRUE", "", possible, special, link].join("\t");
  });
  return kindOf(name, [header.replaceAll(" ", "\t"), ...lines].join("\n"));
}

const kinds = [
  kind("FileTrailer", "Root ; dictionary ; 1.0 ; TRUE ; TRUE ; - ; - ; [Catalog]"),
  kind(
    "Catalog",
    "Type ; name ; 1.0 ; TRUE ; FALSE ; [Catalog] ; - ; -",
    "Count ; integer ; 1.0 ; FALSE ; FALSE ; [fn:Eval(@Count>=0)] ; - ; -",
    "Later ; boolean ; 1.5 ; FALSE ; FALSE ; - ; - ; -",
    "Of ; array;name ; 1.0 ; fn:IsRequired(fn:IsPresent(Count) && (@Count>1)) ; FALSE ; [];[One,fn:SinceVersion(1.5,Two)] ; - ; [Pair];[]",
    "Flags ; bitmask ; 1.0 ; FALSE ; FALSE ; - ; [fn:Eval(fn:BitsClear(3,32))] ; -",
    "Shape ; dictionary ; 1.0 ; FALSE ; FALSE ; - ; - ; [Round,Square]",
    "Length ; integer ; 1.0 ; FALSE ; fn:MustBeDirect(fn:SinceVersion(1.5)) ; [fn:RequiredValue(@Of==One,1),2] ; - ; -",
  ),
  kind("Pair", "0* ; integer ; 1.0 ; TRUE ; FALSE ; - ; - ; -", "1* ; name ; 1.0 ; TRUE ; FALSE ; - ; - ; -"),
  kind(
    "Round",
    "S ; name ; 1.0 ; TRUE ; FALSE ; [Round] ; - ; -",
    "R ; number ; 1.0 ; TRUE ; FALSE ; [fn:Eval(@R>parent::@Count)] ; - ; -",
  ),
  kind(
    "Square",
    "S ; name ; 1.0 ; TRUE ; FALSE ; [Square] ; - ; -",
    "A ; rectangle ; 1.0 ; TRUE ; FALSE ; - ; - ; -",
  ),
];
const model: Model = new Map(kinds.map((one) => [one.name, one]));

const dict = (entries: Readonly<Record<string, Value>>): Dict => ({
  keys: new Map(Object.entries(entries)),
  stream: false,
});
const name = (text: string) => ({ name: text });

function judged(entries: Readonly<Record<string, Value>>, version = "1.4") {
  const objects = new Map<number, Value>([
    [1, dict({ Type: name("Catalog"), ...entries })],
    [2, 2],
  ]);
  const document: ReadDocument = {
    version,
    tagged: false,
    damaged: false,
    trailer: dict({ Root: { num: 1 } }),
    objects,
  };
  const { violations, unknown } = validate(model, document);
  return [...violations, ...[...unknown].map((key) => `unknown ${key}`)];
}

describe("the validator", () => {
  it("checks keys, types and values", () => {
    expect(judged({})).toEqual([]);
    expect(judged({ Type: name("Page") })).toEqual(["Catalog.Type: has a value that is not possible, Page"]);
    expect(judged({ Type: null })).toEqual(["Catalog.Type: is missing"]);
    expect(judged({ Count: 0.5 })).toEqual(["Catalog.Count: is number, not integer"]);
    expect(judged({ Count: -1 })).toEqual(["Catalog.Count: has a value that is not possible, -1"]);
    expect(judged({ Own: true })).toEqual(["unknown Catalog.Own"]);
  });

  it("checks the version", () => {
    expect(judged({ Later: true })).toEqual(["Catalog.Later: came with PDF 1.5"]);
    expect(judged({ Later: true }, "1.5")).toEqual([]);
  });

  it("checks conditions", () => {
    expect(judged({ Count: 2 })).toEqual(["Catalog.Of: is missing"]);
    expect(judged({ Flags: 3 })).toEqual([]);
    expect(judged({ Flags: 4 })).toEqual(["Catalog.Flags: is against fn:Eval(fn:BitsClear(3,32))"]);
    expect(judged({ Of: name("One"), Length: 2 })).toHaveLength(1);
    expect(judged({ Of: name("Two"), Length: 2 })).toEqual([]);
  });

  it("checks whether an object is indirect", () => {
    expect(judged({ Length: { num: 2 } })).toEqual([]);
    expect(judged({ Length: { num: 2 } }, "1.5")).toEqual(["Catalog.Length: is indirect"]);
  });

  it("follows links, choosing the kind that fits best", () => {
    expect(judged({ Of: [1, name("a"), 2, name("b")] })).toEqual([]);
    expect(judged({ Of: [1, name("a"), 2, 3] })).toEqual(["Pair.1*: is number, not name"]);
    expect(judged({ Shape: dict({ S: name("Square"), A: [0, 0, 1] }) })).toEqual([
      "Square.A: is array, not rectangle",
    ]);
    expect(judged({ Count: 1, Shape: dict({ S: name("Round"), R: 1 }) })).toEqual([
      "Round.R: has a value that is not possible, 1",
    ]);
  });
});

describe("the essentials", () => {
  const model = essentials();

  it("link only to their own kinds, through known types", () => {
    const rows = [...model.values()].flatMap((kind) => [...kind.rows.values()]);
    const missing = rows.flatMap(({ links }) => links.flat().filter((name) => !model.has(name)));
    expect(missing).toEqual([]);
    const types = new Set(rows.flatMap((row) => row.types));
    expect([...types].sort()).toEqual(
      "array boolean date dictionary integer matrix name name-tree number number-tree rectangle stream string".split(
        " ",
      ),
    );
  });

  it("find the faults of a page", () => {
    const objects = new Map<number, Value>([
      [1, dict({ Type: name("Catalog"), Pages: { num: 2 } })],
      [2, dict({ Type: name("Pages"), Kids: [{ num: 3 }], Count: 1, MediaBox: [0, 0, 9, 9] })],
      [
        3,
        dict({
          Type: name("Page"),
          Parent: { num: 2 },
          Rotate: 45,
          Annots: [dict({ Subtype: name("Link") })],
        }),
      ],
    ]);
    const trailer = dict({ Size: 4, Root: { num: 1 } });
    const { violations } = validate(model, {
      version: "1.4",
      tagged: false,
      damaged: false,
      trailer,
      objects,
    });
    expect([...violations].sort()).toEqual([
      "AnnotLink.Rect: is missing",
      "PageObject.Resources: is missing",
      "PageObject.Rotate: has a value that is not possible, 45",
    ]);
  });
});
