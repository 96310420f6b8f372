/** Looks up names in a content stream (ISO 32000-2, 7.8.3): in its own resources, then in those of its caller. */
import type { CosDocument } from "../../../cos/document.ts";
import { type CosDict, type CosValue, isDict, isRef } from "../../../cos/syntax/value.ts";
import { openFont } from "../../../fonts/open-font.ts";
import type { FontChoice } from "./graphics-state.ts";
import { maxFonts } from "./limits.ts";

/** A document's fonts, each opened once; the least recently used are dropped. */
export class Fonts {
  readonly #document: CosDocument;
  readonly #byCodes: boolean;
  readonly #known = new Map<number, FontChoice>();

  constructor(document: CosDocument, byCodes: boolean) {
    this.#document = document;
    this.#byCodes = byCodes;
  }

  open(value: CosValue): FontChoice {
    if (!isRef(value)) return this.#open(value);

    const known = this.#known.get(value.num);
    if (known !== undefined) {
      if (this.#known.size > maxFonts / 2) {
        this.#known.delete(value.num);
        this.#known.set(value.num, known);
      }
      return known;
    }

    const opened = this.#open(value);
    if (this.#known.size >= maxFonts) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }

    this.#known.set(value.num, opened);
    return opened;
  }

  #open(value: CosValue): FontChoice {
    return openFont(this.#document, value, this.#byCodes) ?? "unreadable";
  }
}

export class Scope {
  readonly #document: CosDocument;
  readonly #dict: CosDict | undefined;
  readonly #parent: Scope | undefined;
  readonly #fonts = new Map<string, FontChoice>();
  readonly #kinds = new Map<string, CosDict | undefined>();

  constructor(document: CosDocument, dict: CosDict | undefined, parent: Scope | undefined) {
    this.#document = document;
    this.#dict = dict;
    this.#parent = parent;
  }

  /** The entry `name` among resources of a kind (`Font`, `XObject`), unresolved. */
  find(kind: string, name: string): CosValue | undefined {
    let entries = this.#kinds.get(kind);
    if (entries === undefined && !this.#kinds.has(kind)) {
      const found = this.#document.resolve(this.#dict?.get(kind));
      entries = isDict(found) ? found : undefined;
      this.#kinds.set(kind, entries);
    }
    return entries?.get(name) ?? this.#parent?.find(kind, name);
  }

  all(kind: string): CosDict {
    const own = this.#document.resolve(this.#dict?.get(kind));
    return new Map([...(this.#parent?.all(kind) ?? []), ...(isDict(own) ? own : [])]);
  }

  /** The font `name`; a missing one can't be read. */
  font(fonts: Fonts, name: string): FontChoice {
    const known = this.#fonts.get(name);
    if (known !== undefined) return known;
    const value = this.find("Font", name);
    const font = value === undefined ? "unreadable" : fonts.open(value);
    this.#fonts.set(name, font);
    return font;
  }
}
