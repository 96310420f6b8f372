/**
 * Turns a picture into text with the three graphs of a Qwen3.5 model: the vision encoder's features replace the picture's
 * tokens in the prompt, then the language model writes, always choosing the likeliest token.
 */

import type { ModelPage } from "../../core/page-reading.ts";
import { integers, type Onnx, type Session, Tensor } from "../runtime/onnx.ts";
import { graphFiles, readConfig } from "../store/model-files.ts";
import { createDecoder, type Decoder, type DecoderState, floatsOf } from "./decoder.ts";
import { loopStart, variety } from "./loop-guard.ts";
import { blockSize, patchesOf, type RgbImage } from "./patches.ts";
import { promptPositions } from "./positions.ts";
import { loadTokens, promptTokens } from "./tokens.ts";

export interface ReadOptions {
  readonly prompt: string;
  /** Maximum number of tokens to write. */
  readonly maxTokens: number;
  /** Called between tokens, and before each slow step: throws if the page should be abandoned. */
  readonly check: () => Promise<void> | void;
}

export interface PageModel {
  /** With `repetition`, it ran into a loop twice, and the repeated part appears once. */
  read(image: RgbImage, options: ReadOptions): Promise<ModelPage & { readonly tokens: number }>;
}

/** Second attempt after a loop: recently written tokens become this much less likely. */
const penalty = 1.08;
/** Number of recent tokens. */
const penaltySpan = 256;

/** Opens the model in this folder. Throws if it isn't one, and the runtime's errors: damaged files, no memory. */
export function loadPageModel(onnx: Onnx, folder: string, threads: number): PageModel {
  const { imageToken, stopTokens } = readConfig(folder);
  const tokens = loadTokens(folder);
  const files = graphFiles(folder);
  const embed = onnx.open(files.embed, threads);
  const vision = onnx.open(files.vision, threads);
  const decoder = createDecoder(onnx.open(files.decoder, threads));
  const stops = new Set([...stopTokens, ...tokens.encode("<|im_end|>"), ...tokens.encode("<|endoftext|>")]);

  const embedding = (ids: readonly number[]): Tensor => {
    const tensor = embed.run({ input_ids: integers(ids, [1, ids.length]) }).inputs_embeds;
    return new Tensor("float32", floatsOf(tensor, "inputs_embeds"), tensor?.dims ?? []);
  };

  async function begin(image: RgbImage, { prompt, check }: ReadOptions): Promise<DecoderState> {
    const patches = patchesOf(image);
    const features = visionFeatures(vision, patches.values, patches.rows, patches.columns);
    await check();
    const { before, after } = promptTokens(tokens, prompt);
    const rows = patches.rows / blockSize;
    const columns = patches.columns / blockSize;
    const picture = new Array<number>(rows * columns).fill(imageToken);
    const prompted = embedding([...before, ...picture, ...after]);
    const width = prompted.dims[2] ?? 0;
    if (features.length !== picture.length * width)
      throw new Error("the vision encoder and the language model do not match");
    floatsOf(prompted, "inputs_embeds").set(features, before.length * width);
    const { values, next } = promptPositions({ before: before.length, rows, columns, after: after.length });

    return decoder.begin(prompted, values, next);
  }

  return {
    async read(image, options) {
      const start = await begin(image, options);
      await options.check();
      const writer = { decoder, embedding, stops };
      const first = await write(writer, start, options, 1);
      const second = first.end === "repetition" ? await write(writer, start, options, penalty) : undefined;
      const better = second?.end === "stop" || variety(second?.written ?? []) > variety(first.written);
      const { written, end } = second && better ? second : first;
      return { text: tokens.decode(written), end, tokens: written.length };
    },
  };
}

function visionFeatures(vision: Session, values: Float32Array, rows: number, columns: number): Float32Array {
  const grid = vision.inputs.find(({ name }) => name.includes("grid"))?.name ?? "image_grid_thw";
  const squares = rows * columns;
  const { image_features } = vision.run({
    pixel_values: new Tensor("float32", values, [squares, values.length / squares]),
    [grid]: integers([1, rows, columns], [1, 3]),
  });
  return floatsOf(image_features, "image_features");
}

interface Writer {
  readonly decoder: Decoder;
  readonly embedding: (ids: readonly number[]) => Tensor;
  readonly stops: ReadonlySet<number>;
}

interface ModelText {
  readonly written: readonly number[];
  readonly end: ModelPage["end"];
}

/** Writes from the end of the prompt until a stop token, the maximum length, or a loop. */
async function write(
  { decoder, embedding, stops }: Writer,
  start: DecoderState,
  { maxTokens, check }: ReadOptions,
  repeatPenalty: number,
): Promise<ModelText> {
  const written: number[] = [];
  let state = start;

  for (;;) {
    const token = likeliest(
      state.scores,
      repeatPenalty === 1 ? [] : written.slice(-penaltySpan),
      repeatPenalty,
    );
    if (stops.has(token)) return { written, end: "stop" };
    written.push(token);
    const once = loopStart(written);
    if (once !== undefined) return { written: written.slice(0, once), end: "repetition" };
    if (written.length >= maxTokens) return { written, end: "length" };
    await check();
    state = decoder.step(state, embedding([token]));
  }
}

/** The token with the highest score, with those in `recent` reduced by `repeatPenalty`. */
export function likeliest(scores: Float32Array, recent: readonly number[], repeatPenalty: number): number {
  const lowered = recent.length > 0 ? Float32Array.from(scores) : scores;
  for (const token of new Set(recent)) {
    const score = lowered[token] ?? 0;
    lowered[token] = score > 0 ? score / repeatPenalty : score * repeatPenalty;
  }
  let best = 0;
  for (let token = 1; token < lowered.length; token++)
    if ((lowered[token] ?? 0) > (lowered[best] ?? 0)) best = token;
  return best;
}
