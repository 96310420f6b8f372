import { defineConfig } from "vitest/config";

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
          include: ["test/**/*.test.ts"],
          exclude: ["test/document/**", "**/node_modules/**"],
        },
      },
    ],
    setupFiles: ["test/support/seed.ts"],
    // Tests start services and engines of their own, and wait for clocks of theirs: a few files at once fill the waits.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The JSON is where .ci/run takes its totals from.
    reporters: process.env.CI ? ["default", "json"] : ["default"],
    outputFile: { json: "dist/test-results.json" },
  },
});
