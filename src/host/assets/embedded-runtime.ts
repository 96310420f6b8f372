/**
 * ONNX Runtime's files inside an executable. `build.ts` replaces this module with one that has the files of the target system;
 * this version is for systems without any. Loaded only by the executable.
 */

/** A file inside the executable, compressed. */
export interface EmbeddedFile {
  readonly name: string;
  /** Its uncompressed bytes. */
  read(): Uint8Array;
}

export const embeddedRuntime: readonly EmbeddedFile[] = [];
