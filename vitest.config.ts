import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
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
