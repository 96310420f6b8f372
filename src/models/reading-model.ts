/** The models that read page images (`high_accuracy`). None can be downloaded by this version yet. */
import { failed } from "../core/problem.ts";

/** SPEC 4.4: `model`. */
export const modelNames = ["0.8b", "4b"] as const;
export type ModelName = (typeof modelNames)[number];

/** 422 `operation_failed` with the command that gets it when the model is not on this computer. */
export function requireModel(model: ModelName): void {
  const command = `pdfd models download ${model}`;
  throw failed(
    `high_accuracy needs the reading model ${model}, which is not on this computer. Get it once with: ${command}`,
    { hint: { kind: "model", command } },
  );
}
