/** What `pdfd doctor` says of one thing that it looked for. */
export interface Finding {
  readonly part: string;
  readonly ok: boolean;
  /** What was found, or what does not work without it. */
  readonly detail: string;
  /** What gets it. */
  readonly command?: string;
}
