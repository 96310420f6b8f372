/** pdfd fill-form: values from --set and --data, and tables that produce one file per row. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { executable } from "../contract/target.ts";
import { box, formPdf, itemsOf } from "../support/forms.ts";
import { run } from "./run.ts";

const cwd = mkdtempSync(join(tmpdir(), "pdfd-rows-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

writeFileSync(
  join(cwd, "f.pdf"),
  formPdf([
    `/FT/Tx/T(name)/V(nobody)${box(0, 0)}`,
    `/FT/Ch/Ff 131072/T(color)/Opt[(red)(green)]${box(0, 30)}`,
    `/FT/Tx/T(city)${box(0, 60)}`,
  ]),
);
const table = (name: string, text: string) => writeFileSync(join(cwd, name), text);
const fill = (...args: string[]) => run(executable, ["fill-form", "f.pdf", ...args], { cwd });
const held = (...path: string[]) =>
  Object.fromEntries(itemsOf(readFileSync(join(cwd, ...path))).items.map(({ name, value }) => [name, value]));

it("takes values from --set and from a file, and --set wins", async () => {
  table("one.json", '{"name":"Ada","city":"London"}');
  const done = await fill("--data", "one.json", "--set", "city=Paris", "--set", "color=red", "-o", "one.pdf");
  expect(done).toMatchObject({ code: 0 });
  expect(held("one.pdf")).toEqual({ name: "Ada", color: "red", city: "Paris" });
});

it("writes a file for each row, named by a column, and skips only the rows that don't fit", async () => {
  table(
    "rows.csv",
    "id,name,color,city\nx1,Ada,green,\nx2,Bob,blue,Rome\nx3,,red,Oslo\nx1,Eve,,\n../x,Eve,,\nx6,Eve,red,Bonn,more\n",
  );
  const { code, out } = await fill(
    ...["--data", "rows.csv", "--output-folder", "out", "--name", "{id}.pdf", "--set", "city=Bonn", "--json"],
  );
  expect(code).toBe(1);
  expect(readdirSync(join(cwd, "out")).sort()).toEqual(["x1.pdf", "x3.pdf"]);
  expect(held("out", "x1.pdf")).toEqual({ name: "Ada", color: "green", city: "Bonn" });
  expect(held("out", "x3.pdf")).toEqual({ name: "nobody", color: "red", city: "Bonn" });
  expect(JSON.parse(out)).toMatchObject({
    outputs: [{ row: 1 }, { row: 3 }],
    failed: [
      { row: 2, error: expect.stringContaining('has no option "blue"') },
      { row: 4, error: expect.stringContaining("another row has the name x1.pdf") },
      { row: 5, error: expect.stringContaining("leads out of the folder") },
      { row: 6, error: "it has 5 values for 4 columns" },
    ],
  });
});

it("names files by row number if no name is given, and never overwrites one", async () => {
  table("two.json", '[{"name":"Ada"},{"name":"Bob"}]');
  expect(await fill("--data", "two.json", "--output-folder", "two")).toMatchObject({ code: 0 });
  expect(readdirSync(join(cwd, "two")).sort()).toEqual(["f-1.pdf", "f-2.pdf"]);
  const again = await fill("--data", "two.json", "--output-folder", "two", "--json");
  expect(JSON.parse(again.out).failed).toMatchObject([
    { row: 1, error: expect.stringContaining("exists") },
    { row: 2 },
  ]);
  expect(held("two", "f-1.pdf")).toMatchObject({ name: "Ada" });
});

it.each([
  [["--data", "rows.csv", "-o", "x.pdf"], "--output-folder"],
  [["--set", "name=x", "--output-folder", "x"], "--output"],
  [
    ["--data", "rows.csv", "--output-folder", "x", "--name", "{nam}.pdf"],
    'no column "nam"; its columns are "id", "name"',
  ],
  [["--data", "empty.csv", "--output-folder", "x"], "no rows"],
  [["--set", "name", "-o", "x.pdf"], "<name>=<value>"],
])("refuses %j", async (args, why) => {
  table("empty.csv", "name\n");
  const { code, err } = await fill(...args);
  expect(code).toBe(2);
  expect(err).toContain(why);
});
