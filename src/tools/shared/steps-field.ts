/** `steps` of pipelines and batches: the step's own schema validates its options. */
import * as v from "valibot";
import { maxSteps } from "../../core/limits.ts";
import { parseSelector } from "../../core/page-selector.ts";
import { type FieldError, ProblemError } from "../../core/problem.ts";
import type { EditSession } from "../../document/edit.ts";
import { extract } from "../../steps/extract.ts";
import { steps } from "../../steps/index.ts";
import { remove } from "../../steps/remove.ts";
import type { Step } from "../../steps/step.ts";

/** A step with its options. */
export interface ChosenStep {
  readonly action: string;
  readonly options: Readonly<Record<string, unknown>>;
}

const byAction = new Map<string, Step>(steps.map((step) => [step.action, step]));

/** Steps whose selectors know blank pages. */
const takeBlank: readonly Step[] = [extract, remove];

/** A selector that fits no document is the caller's mistake, not a fault of each file. */
function selectorFault(pages: unknown, step: Step): FieldError | undefined {
  if (typeof pages !== "string") return undefined;
  try {
    parseSelector(pages, { ordered: step === extract, blank: takeBlank.includes(step) ? [] : undefined });
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError && error.errors) return error.errors[0];
    throw error;
  }
}

type StepSchema = v.StrictObjectSchema<
  {
    action: v.LiteralSchema<string, undefined>;
    options: v.GenericSchema<unknown, ChosenStep["options"]>;
  },
  undefined
>;

function stepSchema(step: Step, more: v.ObjectEntries = {}): StepSchema {
  const entries = v.strictObject({ ...step.options, ...more });
  const options = v.pipe(
    entries,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const fault = selectorFault(dataset.value.pages, step) ?? step.check?.(dataset.value);
      if (!fault) return;
      const { field: key, message } = fault;
      const [input, value] = [dataset.value, dataset.value[key]];
      addIssue({ message, path: [{ type: "object", origin: "value", input, key, value }] });
    }),
    v.description(step.description),
  );
  const action = v.literal(step.action);
  // `options` is optional if no option is required.
  const omissible = v.safeParse(entries, {}).success && step.check?.(v.parse(entries, {})) === undefined;
  return v.strictObject({ action, options: omissible ? v.optional(options, {}) : options });
}

const fieldOf = (schemas: readonly StepSchema[]) =>
  v.pipe(
    v.array(v.variant("action", schemas)),
    v.minLength(1),
    v.maxLength(maxSteps),
    v.description(
      `1 to ${maxSteps} steps, applied in order. The actions are ${[...byAction.keys()].join(", ")}. Each step's page numbers refer to the document after the previous steps.`,
    ),
    v.examples([[{ action: "rotate", options: { pages: "1, 3-5", angle: 90 } }]]),
  );

export const stepsField = fieldOf(steps.map((step) => stepSchema(step)));
export const batchStepsField = fieldOf(steps.map((step) => stepSchema(step, step.batchOptions)));

/** Applies the steps in order; a field error names the step's option: `steps[1].options.angle`. */
export async function applySteps(
  session: EditSession,
  chosen: readonly ChosenStep[],
  done: (applied: number) => void = () => {},
): Promise<void> {
  for (const [index, { action, options }] of chosen.entries()) {
    const step = byAction.get(action);
    if (!step) throw new RangeError(`no step ${action}`);
    try {
      await step.apply(session, options);
    } catch (error) {
      throw inStep(error, `steps[${index}].options.`);
    }
    done(index + 1);
  }
}

function inStep(error: unknown, prefix: string): unknown {
  if (!(error instanceof ProblemError) || error.code !== "validation" || !error.errors) return error;
  const errors = error.errors.map(({ field, message }) => ({ field: prefix + field, message }));
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join("; ");
  return new ProblemError("validation", detail, { errors, cause: error });
}
