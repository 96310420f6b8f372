/** Decoded content of forms: letterheads and logos come again on every page. */
import type { CosDocument } from "../../../cos/document.ts";
import type { CosError, OnDamage } from "../../../cos/syntax/error.ts";
import type { CosStream } from "../../../cos/syntax/value.ts";
import { formCacheBytes, maxStreamBytes } from "../state/limits.ts";
import { contentOf } from "./page-source.ts";

export class FormCache {
  readonly #document: CosDocument;
  readonly #onDamage: OnDamage;
  #known = new Map<CosStream, Uint8Array>();
  #bytes = 0;
  /** Why those are damaged that are. */
  #damaged = new Map<CosStream, CosError>();

  /** `onDamage` is called each time that the content of a damaged form is asked for. */
  constructor(document: CosDocument, onDamage: OnDamage) {
    this.#document = document;
    this.#onDamage = onDamage;
  }

  /** Throws CosError for content that cannot be decoded; of damaged content, what is before the damage. */
  content(form: CosStream): Uint8Array {
    const damage = this.#damaged.get(form);
    if (damage) this.#onDamage(damage);
    const known = this.#known.get(form);
    if (known) return known;
    const content = contentOf(this.#document, form, maxStreamBytes, (error) => {
      if (!damage) this.#onDamage(error);
      this.#damaged.set(form, error);
    });
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
