/** The Vitest configuration of `npm run mutate`, with a longer test timeout. */
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, "../.."),
    include: ["test/**/*.test.ts", "bench/**/*.test.ts"],
    setupFiles: ["test/support/seed.ts", "bench/mutation/reached.ts"],
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});
