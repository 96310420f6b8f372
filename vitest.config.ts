import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that replace modules or globals, or measure the memory of their process. The others share theirs. */
const alone = [
  "test/cli/output.test.ts",
  "test/cos/rewrite.test.ts",
  "test/cos/rewrite-large.test.ts",
  "test/engines/mupdf.test.ts",
  "test/files/{faults,own,race,writing}.test.ts",
  "test/host/child.test.ts",
  "test/models/download.test.ts",
  "test/office/convert.test.ts",
  "test/release/npm.test.ts",
  "test/tools/corpus.test.ts",
  "test/tools/stamps-corpus.test.ts",
];

/**
 * The files that share nothing come first, since each of them ends a process that others could share. Then come long files that
 * wait more than they work, so that others run beside them, and long ones that work, so that no process ends much later than
 * the others.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (project.name === "alone") return -1;
      if (/\/test\/(contract|interfaces)/.test(moduleId)) return 0;
      if (/\/test\/(cli|conformance|office|release|mcp|run|corpus)\//.test(moduleId)) return 1;
      return /\/test\/(cos|fidelity|ocr|tools)\//.test(moduleId) ? 2 : 3;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        // Loading modules once for all these tests halves the time that loading takes.
        test: {
          name: "shared",
          include: ["test/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: [...alone, "**/node_modules/**"],
          isolate: false,
        },
      },
    ],
    setupFiles: ["test/support/seed.ts"],
    // Tests start services and engines of their own, and wait for clocks of theirs: a few files at once fill the waits.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // Many times what the slowest takes: computers that run the suite beside other work are slow, and a hanging test still ends.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // The JSON is where .ci/run takes its totals from.
    reporters: process.env.CI ? ["default", "json"] : ["default"],
    outputFile: { json: "dist/test-results.json" },
  },
});
