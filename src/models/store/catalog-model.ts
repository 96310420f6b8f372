/** An entry in the catalog of models. */

export interface CatalogFile {
  /** In the repository, and in the model's folder. */
  readonly path: string;
  /** Size in bytes; unknown if the hash is. */
  readonly bytes?: number;
  /**
   * Hexadecimal SHA-256. If unknown to us, the hub gives it for the pinned commit (`X-Linked-Etag`), and the model's manifest
   * records that.
   */
  readonly sha256?: string;
}

export interface CatalogModel {
  /** Base address of its host, if not the hub. */
  readonly host?: string;
  /** Its name there: `<owner>/<name>`. */
  readonly repo: string;
  /** Commit: 40 hexadecimal digits. */
  readonly revision: string;
  /** SPDX identifier of the weights' license, and its owner. */
  readonly license: string;
  /** Total size of all files in bytes; an estimate if some are unknown. */
  readonly bytes: number;
  /** The size in words. */
  readonly size: string;
  readonly files: readonly CatalogFile[];
}

/** One path per line, with its size and SHA-256 if known. */
export function filesOf(lines: string): readonly CatalogFile[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [path = "", bytes, sha256] = line.trim().split(" ");
      return bytes && sha256 ? { path, bytes: Number(bytes), sha256 } : { path };
    });
}
