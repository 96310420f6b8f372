/** A token, secret or password that cannot slip into a log: only `reveal()` shows it (docs/decisions/0015). */
export interface Secret {
  reveal(): string;
  toJSON(): string;
  toString(): string;
}

export function secret(text: string): Secret {
  const hidden = () => "[secret]";
  return { reveal: () => text, toJSON: hidden, toString: hidden };
}
