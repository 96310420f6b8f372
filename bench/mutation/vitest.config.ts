/** Tests as `npm run mutate` runs them: each file by itself, and none that is made to wait. */
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
