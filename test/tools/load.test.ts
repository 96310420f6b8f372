/** The tools one by one are those of the registry. */
import { expect, it } from "vitest";
import { tools } from "../../src/tools/index.ts";
import { loadableTools, loadTool } from "../../src/tools/load.ts";

it("loads every tool of the registry by its name, and no other", async () => {
  expect(loadableTools, "src/tools/load.ts lists what src/tools/index.ts lists").toEqual(
    tools.map(({ name }) => name),
  );
  for (const tool of tools) expect(await loadTool(tool.name)).toBe(tool);
  for (const name of ["pdf_", "pdf_none", "toString", "__proto__", "constructor"])
    expect(await loadTool(name), name).toBeUndefined();
});
