/** The operators of content (ISO 32000-2, annex A): their operands, and what they paint. */

/** What an operator paints: `stroke` with or without filling. */
export type Paints = "text" | "fill" | "stroke" | "image" | "shading";

export interface ContentOperator {
  readonly name: string;
  /** `operatorCode` of the name. */
  readonly code: number;
  /**
   * A letter for each operand: `n` number, `/` name, `s` string, `a` array, `d` dictionary, `p` a dictionary or the name of one;
   * `*` any number of numbers, then perhaps a name.
   */
  readonly operands: string;
  readonly paints: Paints | undefined;
}

/** The letters of an operator as one number. */
export function operatorCode(operator: string): number {
  let code = 0;
  for (let k = operator.length - 1; k >= 0; k--) code = code * 256 + operator.charCodeAt(k);
  return code;
}

/** Operators without operands first, then those with each list of operands. */
const byOperands: Readonly<Record<string, string>> = {
  "": "b B b* B* BI BT BX EI EMC ET EX f F f* h ID n q Q s S T* W W*",
  n: "g G i j J M Tc TL Tr Ts Tw Tz w",
  nn: "d0 l m Td TD",
  nnn: "rg RG",
  nnnn: "k K re v y",
  nnnnnn: "c cm d1 Tm",
  an: "d",
  a: "TJ",
  "/": "BMC cs CS Do gs MP ri sh",
  "/n": "Tf",
  "/p": "BDC DP",
  s: "Tj '",
  nns: '"',
  "*": "sc SC scn SCN",
};

const byPainting: Readonly<Record<Paints, string>> = {
  text: "Tj TJ ' \"",
  fill: "f F f*",
  stroke: "b B b* B* s S",
  image: "BI Do",
  shading: "sh",
};

const painting = new Map(
  Object.entries(byPainting).flatMap(([paints, names]) =>
    // The keys are those of `byPainting`.
    names.split(" ").map((name) => [name, paints as Paints] as const),
  ),
);

/** By code. */
export const contentOperators: ReadonlyMap<number, ContentOperator> = new Map(
  Object.entries(byOperands).flatMap(([operands, names]) =>
    names.split(" ").map((name) => {
      const code = operatorCode(name);
      return [code, { name, code, operands, paints: painting.get(name) }] as const;
    }),
  ),
);
