/**
 * ONNX Runtime's files inside an executable. `build.ts` puts another module in place of this one, with the files of the
 * system that it builds for; what stands here is for systems that have none. Loaded by the executable alone.
 */

/** A file inside the executable, compressed. */
export interface EmbeddedFile {
  readonly name: string;
  /** Its bytes as they were. */
  read(): Uint8Array;
}

export const embeddedRuntime: readonly EmbeddedFile[] = [];
