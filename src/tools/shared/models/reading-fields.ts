/** Fields shared by the reading tools. */
import * as v from "valibot";
import { choice, flag, integerIn } from "../../../core/fields.ts";
import { languagesIn } from "../../../core/languages.ts";
import type { readTextChars, structureChars, tableChars } from "../../../core/limits.ts";
import type { Message } from "../../../core/message.ts";
import { modelNames, recognizerName } from "../../../core/page-reading.ts";

/** Characters of `language`. */
const maxLanguages = 100;

/** `high_accuracy`; `more` describes its additional effect in a tool. */
export const highAccuracyField = (more = "") =>
  v.optional(flag(`Reads page images on this computer, with the model named in model.${more}`), false);

export const modelField = v.optional(
  choice(
    [...modelNames, recognizerName],
    "For high_accuracy: 0.8b (871 MB, 10 to 30 s a page), 4b (3.8 GB, better, slower), or ocr (built in, 2 to 10 s a page). The first two must be downloaded once; ocr reads only pages without text.",
  ),
  "0.8b",
);

/** `language`: what a scan is written in. */
export const languageField = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(maxLanguages),
    v.rawCheck(({ dataset, addIssue }) => {
      const { unknown } = dataset.typed ? languagesIn(dataset.value) : {};
      if (unknown === undefined) return;
      const message = `names no language: ${JSON.stringify(unknown)}; give codes such as de, deu or eng+deu`;
      addIssue({ message });
    }),
    v.description("Languages for ocr, such as de or eng+deu."),
    v.examples(["eng+deu"]),
  ),
);

/** `max_chars`: the maximum number of characters of text, within these bounds. */
export const maxCharsField = (
  chars: typeof readTextChars | typeof structureChars | typeof tableChars,
  description: string,
) => v.optional(integerIn(chars.min, chars.max, description), chars.default);

/** Whether a call has pages read by a model, which takes minutes. */
export const readsByModel = (input: { readonly high_accuracy: boolean; readonly model: string }) =>
  input.high_accuracy && input.model !== recognizerName;

export const hasTextField = flag("Whether the pages read contain any text.");

export const nextPageField = v.optional(
  v.pipe(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    v.description("The first requested page that was not read, to continue with; null if none is left."),
  ),
);

/** Reports how many pages follow a partial text, and how to find a passage in them. */
export function warnPagesFollow(
  wanted: readonly number[],
  next: number | null,
  warn: (message: Message) => void,
): void {
  if (next === null) return;
  const count = wanted.filter((page) => page >= next).length;
  const [follow, them] = count === 1 ? ["1 page follows", "it"] : [`${count} pages follow`, "them"];
  warn(
    ({ tool }) =>
      `${follow}, from page ${next} on; ${tool("pdf_search")} finds a passage without reading ${them}`,
  );
}
