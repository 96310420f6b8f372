import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The contract takes longest, and waits more than it works: it begins first, and the others run beside it. */
class ContractFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isContract = ({ moduleId }: TestSpecification) => moduleId.includes("/test/contract/");
    return [...sorted.filter(isContract), ...sorted.filter((file) => !isContract(file))];
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // Modules of documents keep nothing between calls: loading them once for all their tests halves what these cost.
        test: { name: "document", include: ["test/document/**/*.test.ts"], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "all",
          include: ["test/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: ["test/document/**", "**/node_modules/**"],
        },
      },
    ],
    setupFiles: ["test/support/seed.ts"],
    // Tests start services and engines of their own, and wait for clocks of theirs: a few files at once fill the waits.
    maxWorkers: 3,
    sequence: { sequencer: ContractFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The JSON is where .ci/run takes its totals from.
    reporters: process.env.CI ? ["default", "json"] : ["default"],
    outputFile: { json: "dist/test-results.json" },
  },
});
