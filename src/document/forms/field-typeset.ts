/** Field text that the field's own font can't show: set in embedded fonts that have it, in any script. */

import type { CosRef } from "../../cos/syntax/value.ts";
import { createFontSet } from "../../typeset/font-set.ts";
import { type Line, typeset } from "../../typeset/typeset.ts";
import { claimOf } from "../conformance/claim.ts";
import type { EditSession } from "../edit.ts";
import { beginLine, textObject } from "../stamp/content-text.ts";
import { addFont } from "../stamp/fonts.ts";
import type { Pen } from "./field-layout.ts";

export interface FieldTypesetter extends Pen {
  readonly resources: CosRef;
  prepare(texts: readonly string[]): Promise<void>;
  /** Adds the fonts; warns of characters that no font has. */
  finish(): void;
}

/** Words and the blanks between them; a line end is a blank. */
const wordsOf = (text: string) => text.match(/\s+|\S+/g)?.map((word) => word.replace(/\s/g, " ")) ?? [];

const resourceName = (font: number) => `F${font}`;

export function createFieldTypesetter(session: EditSession): FieldTypesetter {
  const fonts = createFontSet();
  const lines = new Map<string, Line>();
  const missing = new Set<string>();
  const resources = session.add(null);
  const others = session.context.readers;

  const without = (text: string) => {
    let left = text;
    for (const part of missing) left = left.replaceAll(part, "");
    return left;
  };

  return {
    resources,
    async prepare(texts) {
      // Lines are made of words, and of letters of long words.
      const parts = texts.flatMap((text) => [text, ...wordsOf(text), ...text.replace(/[\r\n]+/g, " ")]);
      const fresh = [...new Set(parts)].filter((text) => !lines.has(text));
      if (fresh.length === 0) return;

      let set = await typeset(fresh.map(without), others);
      // Twice: combinations that can't be set show up only when the rest is set.
      for (let again = 0; set.missing.length > 0 && again < 2; again++) {
        for (const part of set.missing) missing.add(part);
        set = await typeset(fresh.map(without), others);
      }

      for (const [k, text] of fresh.entries()) {
        const line = set.lines[k];
        if (line) lines.set(text, line);
      }
    },
    measure(text) {
      const widthOf = (part: string) => lines.get(part)?.width ?? 0;
      return widthOf(text) || wordsOf(text).reduce((sum, word) => sum + widthOf(word), 0);
    },
    show({ text, x, y, size }) {
      const line = lines.get(text);
      if (!line) return "";
      const runs = fonts.encode(line);
      const names: string[] = [];
      for (const { font } of runs) names[font] = resourceName(font);
      return textObject(runs, names, beginLine([size, 0, 0, size, x, y]));
    },
    finish() {
      const claim = claimOf(session.cos);
      const entries = fonts
        .facts()
        .map((font, k): [string, CosRef] => [resourceName(k), addFont(session, font, claim)]);
      session.set(resources.num, new Map([["Font", new Map(entries)]]));
      if (missing.size > 0)
        session.context.warn(
          `no font has these characters in form fields, so they are omitted: ${[...missing].join(" ")}`,
        );
    },
  };
}
