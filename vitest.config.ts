import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Rooms whose modules keep nothing between calls, and whose tests change nothing outside their own folders. */
const rooms =
  "cos core document fidelity fonts jobs ocr optimize reading recovery redact search signatures steps tables tools typeset";
const shared = rooms.split(" ").map((room) => `test/${room}/**/*.test.ts`);

/** Tests in these rooms that replace modules or measure the memory of their process. */
const alone = [
  "test/cos/rewrite.test.ts",
  "test/cos/rewrite-large.test.ts",
  "test/tools/corpus.test.ts",
  "test/tools/stamps-corpus.test.ts",
];

/**
 * The contract takes longest, and waits more than it works: it begins first, and the others run beside it. The shared files
 * come last, all at once, so that they can share; those with long tests begin, so that no process ends much later.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (moduleId.includes("/test/contract/")) return 0;
      if (project.name !== "shared") return 1;
      return /\/test\/(cos|fidelity|ocr|tools)\//.test(moduleId) ? 2 : 3;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["test/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: [...shared, "**/node_modules/**"],
        },
      },
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        // Loading modules once for all these tests takes a sixth off the time of the whole suite.
        test: { name: "shared", include: shared, exclude: alone, isolate: false },
      },
    ],
    setupFiles: ["test/support/seed.ts"],
    // Tests start services and engines of their own, and wait for clocks of theirs: a few files at once fill the waits.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // Many times what the slowest takes: computers that run the suite beside other work are slow, and a hanging test still ends.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // The JSON is where .ci/run takes its totals from.
    reporters: process.env.CI ? ["default", "json"] : ["default"],
    outputFile: { json: "dist/test-results.json" },
  },
});
