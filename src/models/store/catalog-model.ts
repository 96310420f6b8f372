/** An entry of the catalogue of models. */

export interface CatalogFile {
  /** In the repository, and in the model's folder. */
  readonly path: string;
  /** Bytes. Unknown together with the hash. */
  readonly bytes?: number;
  /**
   * Hexadecimal SHA-256. Where it is unknown to us the hub gives it for the pinned commit (`X-Linked-Etag`), and the
   * model's manifest records that.
   */
  readonly sha256?: string;
}

export interface CatalogModel {
  /** Base address of where it lies, if not on the hub. */
  readonly host?: string;
  /** There: `<owner>/<name>`. */
  readonly repo: string;
  /** Commit: 40 hexadecimal digits. */
  readonly revision: string;
  /** SPDX identifier of the weights' licence, and whose it is. */
  readonly license: string;
  /** All files together in bytes; an estimate where some are unknown. */
  readonly bytes: number;
  /** The size in words. */
  readonly size: string;
  readonly files: readonly CatalogFile[];
}

/** A path on each line, with its bytes and its SHA-256 where we know them. */
export function filesOf(lines: string): readonly CatalogFile[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [path = "", bytes, sha256] = line.trim().split(" ");
      return bytes && sha256 ? { path, bytes: Number(bytes), sha256 } : { path };
    });
}
