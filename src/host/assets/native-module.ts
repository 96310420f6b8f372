/** Modules of machine code (Node-API addons), loaded from a file: alike in Bun, Deno, Node and the executable. */
import { createRequire } from "node:module";

/** What the addon at this absolute path exports. Libraries that it needs are found beside it. Throws when it cannot be loaded. */
export function loadNativeModule(path: string): unknown {
  return createRequire(path)(path);
}
