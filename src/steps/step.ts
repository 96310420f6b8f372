/** What a page operation is: the same value is a tool of its own and a step of pipelines and batches. */
import type * as v from "valibot";
import type { FieldError } from "../core/problem.ts";
import type { EditSession } from "../document/edit.ts";

export interface Step<Entries extends v.ObjectEntries = v.ObjectEntries> {
  /** Its name in `steps`: `rotate`, `metadata-clear`. */
  readonly action: string;
  /** One sentence for people and agents. */
  readonly description: string;
  /** Fields of `options`; the tool of the same matter has them too, between `input` and `output`. */
  readonly options: Entries;
  /** What is wrong with options that are each right, before any document is opened: which fields go together. */
  check?(options: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>): FieldError | undefined;
  /** Changes the session. Throws 422 for options that do not fit the document, naming the field as in `options`. */
  apply(
    session: EditSession,
    options: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>,
  ): void | Promise<void>;
}

/** Declares a step with its options' types inferred. */
export function defineStep<Entries extends v.ObjectEntries>(step: Step<Entries>): Step<Entries> {
  return step;
}
