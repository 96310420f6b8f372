/** A page operation: the same value is its own tool and a step in pipelines and batches. */
import type * as v from "valibot";
import type { FieldError } from "../core/problem.ts";
import type { EditSession } from "../document/edit.ts";

export interface Step<Entries extends v.ObjectEntries = v.ObjectEntries> {
  /** Its name in `steps`: `rotate`, `metadata-clear`. */
  readonly action: string;
  /** One sentence for people and agents. */
  readonly description: string;
  /** Fields of `options`; the matching tool has them too, between `input` and `output`. */
  readonly options: Entries;
  /** Further options in a batch. */
  readonly batchOptions?: v.ObjectEntries;
  /** Checks how individually valid options combine, before any document is opened. */
  check?(options: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>): FieldError | undefined;
  /** Changes the session. Throws 422 for options that don't fit the document, naming the field as in `options`. */
  apply(
    session: EditSession,
    options: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>,
  ): void | Promise<void>;
}

/** Declares a step, inferring its option types. */
export const defineStep = <Entries extends v.ObjectEntries>(step: Step<Entries>): Step<Entries> => step;
