/** Expressions of the Arlington model as trees: `fn:Name(…)`, paths, comparisons, sums, `&&` and `||`. */

export type Expression =
  | { readonly is: "call"; readonly name: string; readonly parts: readonly Expression[] }
  | { readonly is: "operator"; readonly sign: string; readonly parts: readonly [Expression, Expression] }
  /** A path (`Filter`, `parent::@Width`), a name, or a number. */
  | { readonly is: "word"; readonly text: string }
  | { readonly is: "array"; readonly text: string };

/** Splits at separators outside brackets and strings. */
export function splitList(list: string, separator = ","): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const sign = list[at];
    if (sign === "'") quoted = !quoted;
    else if (quoted) continue;
    else if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") depth--;
    else if (sign === separator && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return list === "" ? [] : [...parts, list.slice(start)];
}

/** From lowest to highest precedence. */
const operators = [
  [" || "],
  [" && "],
  ["==", "!=", ">=", "<=", ">", "<"],
  ["+", " - "],
  [" * ", " mod "],
] as const;

const known = new Map<string, Expression>();

export function parse(text: string): Expression {
  const parsed = known.get(text) ?? new Parser(text).whole();
  known.set(text, parsed);
  return parsed;
}

class Parser {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  whole(): Expression {
    const found = this.level(0);
    if (this.at < this.text.length) throw new Error(`unexpected ${this.text.slice(this.at)} in ${this.text}`);
    return found;
  }

  private take(...signs: readonly string[]): string | undefined {
    const found = signs.find((sign) => this.text.startsWith(sign, this.at));
    this.at += found?.length ?? 0;
    return found;
  }

  private level(binding: number): Expression {
    const signs = operators[binding];
    if (!signs) return this.primary();
    let left = this.level(binding + 1);
    for (let sign = this.take(...signs); sign !== undefined; sign = this.take(...signs))
      left = { is: "operator", sign: sign.trim(), parts: [left, this.level(binding + 1)] };
    return left;
  }

  private primary(): Expression {
    if (this.take("(")) {
      const inner = this.level(0);
      this.expect(")");
      return inner;
    }
    if (this.text[this.at] === "[") return { is: "array", text: this.match(/\[[^\]]*\]/y) };
    if (this.text[this.at] === "'") return { is: "word", text: this.match(/'[^']*'/y) };
    const word = this.match(/[\w.*:@-]+/y);
    if (!word.startsWith("fn:")) return { is: "word", text: word };
    const parts: Expression[] = [];
    this.expect("(");
    while (!this.take(")")) {
      parts.push(this.level(0));
      this.take(",");
    }
    return { is: "call", name: word.slice(3), parts };
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (!found) throw new Error(`nothing known at ${this.text.slice(this.at)} in ${this.text}`);
    this.at += found.length;
    return found;
  }

  private expect(sign: string): void {
    if (!this.take(sign))
      throw new Error(`${sign} is missing before ${this.text.slice(this.at)} in ${this.text}`);
  }
}
