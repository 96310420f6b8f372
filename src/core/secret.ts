/** A token, secret or password that cannot slip into a log: only `reveal()` shows it (docs/decisions/0015). */
export interface Secret {
  /** Whether it was generated at this start, so that the user must be shown it. */
  readonly made: boolean;
  reveal(): string;
  toJSON(): string;
  toString(): string;
}

export function secret(text: string, made = false): Secret {
  const hidden = () => "[secret]";
  return { made, reveal: () => text, toJSON: hidden, toString: hidden };
}
