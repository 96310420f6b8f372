/** The largest size at which a document draws each image, in points. */
import { type CosDict, isNamed, isRef, isStream } from "../cos/syntax/value.ts";
import { type Matrix, multiply } from "../document/pages/matrix.ts";
import { dictAt, matrixAt } from "../document/typed-get.ts";
import { afterInlineImage } from "../reading/interpreter/content/inline-image.ts";
import { Lexer, operatorCode } from "../reading/interpreter/content/lexer.ts";
import { Unsupported } from "../reading/interpreter/state/unsupported.ts";
import type { Draft } from "./draft.ts";
import { type Drawing, pageDrawings } from "./fonts/usage.ts";

/** Width and height by number. An image missing here is drawn somewhere unread, or not at all. */
export type ImageSizes = ReadonlyMap<number, readonly [width: number, height: number]>;

const [save, restore, concat, draw, begin] = ["q", "Q", "cm", "Do", "BI"].map(operatorCode);

/** Maximum depth of nested forms and of nested states, and number of forms drawn per document. */
const maxDepth = 8;
const maxStates = 512;
const maxForms = 20_000;

export function imageSizes(draft: Draft): ImageSizes {
  const sizes = new Map<number, readonly [number, number]>();
  const waiting: (Drawing & { readonly matrix: Matrix; readonly depth: number })[] = [];
  let forms = 0;

  for (const page of pageDrawings(draft)) {
    waiting.push({ ...page, matrix: [1, 0, 0, 1, 0, 0], depth: 0 });
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { depth, resources } = next;
      const drawn = (key: string, matrix: Matrix) => {
        const value = dictAt(draft.cos, resources?.get("XObject"))?.get(key);
        const num = isRef(value) ? draft.target(value.num, value.gen) : 0;
        const stream = num === 0 ? null : draft.get(num);
        if (!isStream(stream)) return;

        if (isNamed(stream.dict.get("Subtype"), "Image")) note(sizes, num, matrix);
        else if (depth < maxDepth && forms++ < maxForms) {
          const open = draft.open(stream);
          const own: CosDict | undefined = dictAt(draft.cos, stream.dict.get("Resources")) ?? resources;
          const inner = multiply(matrixAt(draft.cos, stream.dict.get("Matrix")), matrix);
          if (open && !open.codec)
            waiting.push({ content: open.data, resources: own, matrix: inner, depth: depth + 1 });
        }
      };
      readPlaces(next.content, next.matrix, drawn);
    }
  }

  return sizes;
}

function note(sizes: Map<number, readonly [number, number]>, num: number, [a, b, c, d]: Matrix): void {
  const [width, height] = sizes.get(num) ?? [0, 0];
  sizes.set(num, [Math.max(width, Math.hypot(a, b)), Math.max(height, Math.hypot(c, d))]);
}

function readPlaces(content: Uint8Array, start: Matrix, drawn: (name: string, matrix: Matrix) => void): void {
  const lexer = new Lexer(content);
  const stack: Matrix[] = [];
  let matrix = start;

  try {
    for (let operator = lexer.next(); operator !== 0; operator = lexer.next()) {
      if (operator === save && stack.length < maxStates) stack.push(matrix);
      else if (operator === restore) matrix = stack.pop() ?? matrix;
      else if (operator === concat) {
        const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = lexer.numbers;
        matrix = multiply([a, b, c, d, e, f], matrix);
      } else if (operator === draw) drawn(lexer.name, matrix);
      else if (operator === begin) lexer.cursor.at = afterInlineImage(content, lexer.cursor.at);
    }
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
  }
}
