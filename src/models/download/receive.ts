/** One file of a download: gone on with where it stopped, and its name only once its hash was right. */
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
  /** Bytes of this file that are there. */
  readonly onBytes: (have: number) => void;
}

/** Less than this, in bytes, is no progress that would justify more tries. */
const progressBytes = 1 << 20;

/** Brings the file from `address` into `folder`. Throws 422 with the reason, `cancelled` when the signal aborts. */
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
  // A part with a wrong hash may have been gone on with from another file: one try from its beginning decides.
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
        `Cannot download ${file.path}: what ${new URL(address).host} sends has the wrong SHA-256 (${sha256} instead of ${file.sha256}), twice. It was removed.`,
      );
    function reached(have: number): void {
      most = Math.max(most, have);
      receiving.onBytes(have);
    }
  }
}

/** One request, to its end. Throws `Again` when the connection ended early. */
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
    throw new Again("the server sent another part than was asked for");
  }
  if (!append) have = 0;
  using file = openPart(part, append);
  for await (const piece of bodyOf(web, answer, signal)) {
    if (have + piece.length > bytes) {
      removeOwn(part);
      throw failed(`Cannot download ${path}: ${new URL(address).host} sends more than its ${bytes} bytes`);
    }
    file.write(piece);
    have += piece.length;
    onBytes(have);
  }
  file.sync();
  if (have < bytes) throw new Again(`the connection ended at ${have} of ${bytes} bytes`);
}

/** Where the part begins that a 206 brings (RFC 9110, 14.4). */
function startOf({ headers }: Response): number {
  return Number(/^bytes (\d+)-/.exec(headers.get("content-range") ?? "")?.[1] ?? Number.NaN);
}
