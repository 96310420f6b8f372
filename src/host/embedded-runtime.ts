/**
 * ONNX Runtime's files inside an executable. `build.ts` puts another module in place of this one, with the files of the
 * system that it builds for; what stands here is for systems that have none. Loaded by the executable alone.
 */
import type { EmbeddedFile } from "./native-runtime.ts";

export const embeddedRuntime: readonly EmbeddedFile[] = [];
