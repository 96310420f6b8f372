/** Addresses on the hub, and its data about files whose hashes aren't shipped with the program. */
import { failed } from "../../core/problem.ts";
import type { CatalogFile, CatalogModel } from "../store/catalog-model.ts";
import type { ManifestFile } from "../store/manifest.ts";
import { addressFrom, request, retrying, type Web } from "./web.ts";

/** The source of a model: PDFD_MODEL_ENDPOINT, or else its own host, HF_ENDPOINT, or the hub. */
export function hubAddress({ host }: CatalogModel, variable: (name: string) => string | undefined): string {
  if (host !== undefined) return addressFrom(["PDFD_MODEL_ENDPOINT"], variable, host);
  return addressFrom(["PDFD_MODEL_ENDPOINT", "HF_ENDPOINT"], variable, "https://huggingface.co");
}

/** Always at the pinned commit. Mirrors use the hub's paths. No account is needed. */
export function fileAddress(hub: string, { host, repo, revision }: CatalogModel, path: string): string {
  return hub === host ? `${hub}/${repo}/${revision}/${path}` : `${hub}/${repo}/resolve/${revision}/${path}`;
}

/** How to ask the hub. */
export interface HubAccess {
  readonly web: Web;
  /** The hub's base address. */
  readonly hub: string;
  readonly signal: AbortSignal;
}

/** Size and hash of every file: from the catalog if known, otherwise from the hub at the pinned commit. */
export async function planOf(access: HubAccess, model: CatalogModel): Promise<readonly ManifestFile[]> {
  const plan: ManifestFile[] = [];
  for (const file of model.files) plan.push(pinned(file) ?? (await asked(access, model, file)));
  return plan;
}

/** A file as listed in the catalog; undefined if its hash isn't listed. */
export function pinned({ path, bytes, sha256 }: CatalogFile): ManifestFile | undefined {
  if (bytes === undefined || sha256 === undefined) return undefined;
  return { path, bytes, sha256, hash_from: "pdfd" };
}

/** `X-Linked-Etag` is the SHA-256 of a large file; it comes with the redirect to the file's location. */
async function asked(access: HubAccess, model: CatalogModel, { path }: CatalogFile): Promise<ManifestFile> {
  const { web, hub, signal } = access;
  const address = fileAddress(hub, model, path);
  const enough = ({ headers }: Response) => headers.has("x-linked-etag");
  const answer = await retrying(web, signal, path, () =>
    request(web, address, { method: "HEAD", signal, enough }),
  );
  const sha256 = /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(answer.headers.get("x-linked-etag") ?? "")?.[1];
  const bytes = Number(answer.headers.get("x-linked-size") ?? Number.NaN);
  if (sha256 === undefined || !Number.isSafeInteger(bytes) || bytes < 0)
    throw failed(
      `Cannot download ${path}: ${hub} does not say its SHA-256 (X-Linked-Etag) and its size, so it cannot be verified`,
    );

  return { path, bytes, sha256, hash_from: "hub" };
}
