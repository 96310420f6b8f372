/** What flattening passes along. */
import type { CosDict } from "../cos/value.ts";
import type { WidgetField } from "./widget-fields.ts";

/** An annotation that goes from a page and may leave its look there. */
export interface Leaving {
  readonly page: number;
  /** 0 for a direct object. */
  readonly num: number;
  readonly dict: CosDict;
  readonly field: WidgetField | undefined;
}
