/** Decoded content of forms: letterheads and logos come again on every page. */
import type { CosDocument } from "../cos/document.ts";
import type { CosStream } from "../cos/value.ts";
import { formCacheBytes, maxStreamBytes } from "./limits.ts";

export class FormCache {
  readonly #document: CosDocument;
  #known = new Map<CosStream, Uint8Array>();
  #bytes = 0;

  constructor(document: CosDocument) {
    this.#document = document;
  }

  /** Throws CosError for content that cannot be decoded. */
  content(form: CosStream): Uint8Array {
    const known = this.#known.get(form);
    if (known) return known;
    const content = this.#document.decode(form, maxStreamBytes);
    if (content.length > formCacheBytes / 2) return content;
    if (this.#bytes + content.length > formCacheBytes) {
      this.#known = new Map();
      this.#bytes = 0;
    }
    this.#known.set(form, content);
    this.#bytes += content.length;
    return content;
  }
}
