/** `pdfd models selftest`: a page of our own is drawn and read, so that a user knows within a minute what works here. */

import type { ModelName } from "../core/page-reading.ts";

/** What came of it. Times in milliseconds. */
export interface SelftestResult {
  readonly model: ModelName;
  /** What the page says, as Markdown. */
  readonly expected: string;
  /** What the model read, cleaned as the tools clean it. */
  readonly text: string;
  /** Which of the expected pieces (heading, table, formula, sentence) were found in the text. */
  readonly found: Readonly<Record<string, boolean>>;
  /** All of them were. */
  readonly passed: boolean;
  readonly times: {
    /** Drawing the page. */
    readonly render: number;
    /** Starting the process and loading the model. */
    readonly load: number;
    /** Reading the page. */
    readonly read: number;
  };
}
