/** The models for languages that a caller named. */
import { expect, it } from "vitest";
import { languagesIn } from "../../src/core/languages.ts";
import { modelsForLanguages } from "../../src/ocr/languages.ts";

const known = (codes: string, own: readonly string[] = []) => {
  const models = own.map((script) => [script, { script, chosen: false, path: "" }] as const);
  return modelsForLanguages(languagesIn(codes).languages, new Map(models));
};

it.each([
  ["de", "Latin"],
  ["deu+eng", "Latin"],
  ["deu+rus+ell", "Latin"],
  ["rus+eng", "Cyrillic+Latin"],
  ["ar", "ara+Latin"],
  ["fa", "Arabic+Latin"],
  ["zh", "HanS"],
  ["zh-TW", "HanT"],
  ["chi_tra", "HanT"],
  ["ja+en", "Japanese+Latin"],
  ["sr-Latn", "Latin"],
  ["srp", "Cyrillic+Latin"],
  ["th", "Thai+Latin"],
])("%s is read with %s", (codes, models) => expect(known(codes).models).toBe(models));

it("a language's own model goes before its script's", () => {
  expect(known("deu+fra", ["deu"]).models).toBe("deu+Latin");
  expect(known("ukr", ["ukr"]).models).toBe("ukr+Latin");
});

it("languages that are read without a model of their own are named", () => {
  expect(known("en+de+ja+ru+fr", ["fr"]).without.map(({ name }) => name)).toEqual(["German", "Russian"]);
});

it("only English is known to be English", () => {
  expect(["en", "de", "en+de"].map((codes) => known(codes).english)).toEqual([true, false, undefined]);
});

it("a language that no model reads is refused", () => {
  expect(() => known("my")).toThrow("No model of the text recognition reads Burmese (my)");
});
