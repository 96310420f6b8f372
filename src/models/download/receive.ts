/** Downloads one file: continues where it stopped, and names the file only once its hash is right. */
import { dirname, join } from "node:path";
import { failed } from "../../core/problem.ts";
import {
  bytesOf,
  hashFile,
  makeFolder,
  onDisk,
  openPart,
  removeOwn,
  rename,
} from "../../files/own/own-files.ts";
import type { ManifestFile } from "../store/manifest.ts";
import { Again, bodyOf, request, retrying, type Web } from "./web.ts";

export interface Receiving {
  readonly web: Web;
  readonly signal: AbortSignal;
  /** Bytes of this file already present. */
  readonly onBytes: (have: number) => void;
}

/** Fewer bytes than this aren't progress that justifies more attempts. */
const progressBytes = 1 << 20;

/** Downloads the file from `address` into `folder`. Throws 422 with the reason, `cancelled` when the signal aborts. */
export async function receiveFile(
  address: string,
  folder: string,
  file: ManifestFile,
  receiving: Receiving,
): Promise<void> {
  const { web, signal } = receiving;
  const final = join(folder, file.path);
  if (bytesOf(final) === file.bytes) return;

  const part = `${final}.part`;
  makeFolder(dirname(final));

  // A partial file with a wrong hash may have been continued from a different file: one attempt from the beginning decides.
  for (const last of [false, true]) {
    let most = 0;
    await retrying(
      web,
      signal,
      file.path,
      () => receive(address, part, file, { ...receiving, onBytes: reached }),
      () => Math.floor(most / progressBytes),
    );
    const sha256 = await hashFile(part, { signal });
    if (sha256 === file.sha256) {
      onDisk(`name ${final}`, () => rename(part, final));
      return;
    }
    removeOwn(part);
    receiving.onBytes(0);
    if (last)
      throw failed(
        `Cannot download ${file.path}: the file from ${new URL(address).host} has the wrong SHA-256 (${sha256} instead of ${file.sha256}), twice. It was removed.`,
      );
    function reached(have: number): void {
      most = Math.max(most, have);
      receiving.onBytes(have);
    }
  }
}

/** One complete request. Throws `Again` if the connection ended early. */
async function receive(
  address: string,
  part: string,
  { path, bytes }: ManifestFile,
  { web, signal, onBytes }: Receiving,
): Promise<void> {
  let have = bytesOf(part) ?? 0;

  if (have > bytes) {
    removeOwn(part);
    have = 0;
  }

  if (have === bytes && have > 0) return;
  const answer = await request(web, address, { from: have, signal });
  const append = answer.status === 206;

  if (append && startOf(answer) !== have) {
    await answer.body?.cancel().catch(() => {});
    removeOwn(part);
    throw new Again("the server sent a different part than requested");
  }

  if (!append) have = 0;
  using file = openPart(part, append);
  for await (const piece of bodyOf(web, answer, signal)) {
    if (have + piece.length > bytes) {
      removeOwn(part);
      throw failed(`Cannot download ${path}: ${new URL(address).host} sent more than its ${bytes} bytes`);
    }
    file.write(piece);
    have += piece.length;
    onBytes(have);
  }

  file.sync();
  if (have < bytes) throw new Again(`the connection ended at ${have} of ${bytes} bytes`);
}

/** The offset of the part in a 206 response (RFC 9110, 14.4). */
function startOf({ headers }: Response): number {
  return Number(/^bytes (\d+)-/.exec(headers.get("content-range") ?? "")?.[1] ?? Number.NaN);
}
