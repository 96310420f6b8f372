/** A small contract to be signed: a page of text, a text field and two signature fields. */

import { failed } from "../../src/core/problem.ts";
import { pagesPdf } from "./pdf-builder.ts";
import { runTool } from "./run-tool.ts";
import { type Identity, identity, type SignOptions, signatureNum, signed } from "./signing.ts";

/** Object numbers of the contract. */
export const nums = {
  catalog: 1,
  page: 3,
  content: 10,
  text: 40,
  first: 41,
  second: 42,
  signature: signatureNum,
} as const;

const widget = "/Type/Annot/Subtype/Widget/P 3 0 R/F 4";

export const contract = pagesPdf(
  ["/Contents 10 0 R/Annots[40 0 R 41 0 R 42 0 R]/Resources<</Font<</F 11 0 R>>>>"],
  {
    root: "/AcroForm<</Fields[40 0 R 41 0 R 42 0 R]/DR<</Font<</F 11 0 R>>>>/DA(/F 12 Tf 0 g)>>",
    more: {
      10: { dict: "", data: "BT /F 24 Tf 72 700 Td (Pay 100 euros to Ada) Tj ET" },
      11: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      40: `<<${widget}/FT/Tx/T(name)/Rect[72 500 272 520]>>`,
      41: `<<${widget}/FT/Sig/T(Signature1)/Rect[72 400 272 440]>>`,
      42: `<<${widget}/FT/Sig/T(Signature2)/Rect[72 300 272 340]>>`,
    },
  },
);

/** The first field with its signature. */
export const signedField = `<<${widget}/FT/Sig/T(Signature1)/Rect[72 400 272 440]/V ${signatureNum} 0 R>>`;
/** The text field, filled in. */
export const filledField = `<<${widget}/FT/Tx/T(name)/Rect[72 500 272 520]/V(Ada)>>`;

let known: Promise<Identity> | undefined;
/** One signer for tests that aren't about certificates. */
export const signer = (): Promise<Identity> => (known ??= identity());

/** The contract, signed in its first field. */
export async function signedContract(options: Partial<SignOptions> = {}): Promise<Uint8Array> {
  const objects = { [nums.first]: signedField, ...options.objects };
  return await signed(contract, { by: await signer(), ...options, objects });
}

/** An entry /Reference with DocMDP at this level, FieldMDP, or both. */
export const docMdp = (level: number): string =>
  `/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/V/1.2/P ${level}>>>>]`;
export const fieldMdp = (parameters: string): string =>
  `/Reference[<</Type/SigRef/TransformMethod/FieldMDP/TransformParams<</Type/TransformParams/V/1.2${parameters}>>>>]`;

export interface Answer {
  readonly signatures: {
    readonly field: string;
    readonly covers: string;
    readonly integrity: string;
    readonly trust: string;
    readonly changes_after: {
      readonly kind: string;
      readonly allowed: boolean | null;
      readonly detail: string;
      readonly page?: number;
      readonly bbox?: number[];
    }[];
    readonly doubts: string[];
    readonly [other: string]: unknown;
  }[];
  readonly all_intact: boolean;
  readonly warnings?: string[];
}

/** Draws nothing: most tests are about objects, and drawing takes longer than all else. */
const noDrawing: Parameters<typeof runTool>[3] = {
  openPages: async () => {
    throw failed("this test draws nothing");
  },
};

/** The tool's answer on a document. `files`: others that it may read. */
export async function checkSignatures(
  bytes: Uint8Array,
  fields: object = {},
  files: Readonly<Record<string, Uint8Array>> = {},
  readers = noDrawing,
): Promise<Answer> {
  const { result } = await runTool(
    "pdf_check_signatures",
    { input: "a.pdf", ...fields },
    { "a.pdf": bytes, ...files },
    readers,
  );
  // Parsed by the tool's own schema.
  return result as Answer;
}
