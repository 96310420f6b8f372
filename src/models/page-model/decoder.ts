/** The language model's graph, step by step: its memory is an output of one run and an input of the next. */
import { type InputInfo, integers, type Session, Tensor, type Tensors } from "../runtime/onnx.ts";

/** The state after some steps. The tensors are never modified, so that one state can be continued twice. */
export interface DecoderState {
  /** The likelihood of each vocabulary token coming next, unscaled. */
  readonly scores: Float32Array;
  readonly memory: Tensors;
  /** Number of tokens so far. */
  readonly length: number;
  /** Position of the next token. */
  readonly position: number;
}

export interface Decoder {
  /** Reads the prompt: its embeddings, their positions on three axes, and the position after them. */
  begin(embeddings: Tensor, positions: BigInt64Array, next: number): DecoderState;
  /** Advances by one token, given as its embedding. */
  step(state: DecoderState, embedding: Tensor): DecoderState;
}

export function createDecoder(session: Session): Decoder {
  // Some graphs can omit the scores of the prompt's own tokens; this requests it, since only the last scores matter.
  const keep: Tensors = session.inputs.some(({ name }) => name === "num_logits_to_keep")
    ? { num_logits_to_keep: integers([1], []) }
    : {};
  const empty = Object.fromEntries(
    session.inputs
      .filter(({ name }) => name.startsWith("past_"))
      .map((input) => [input.name, emptyMemory(input)]),
  );

  function run(
    embeddings: Tensor,
    positions: BigInt64Array,
    before: Omit<DecoderState, "scores">,
  ): DecoderState {
    const steps = embeddings.dims[1] ?? 0;
    const length = before.length + steps;
    const results = session.run({
      ...keep,
      ...before.memory,
      inputs_embeds: embeddings,
      attention_mask: integers(new Array<number>(length).fill(1), [1, length]),
      position_ids: new Tensor("int64", positions, [3, 1, steps]),
    });

    return {
      scores: lastScores(results.logits),
      memory: memoryOf(results),
      length,
      position: before.position,
    };
  }

  return {
    begin: (embeddings, positions, next) =>
      run(embeddings, positions, { memory: empty, length: 0, position: next }),
    step(state, embedding) {
      const at = BigInt(state.position);
      return run(embedding, BigInt64Array.of(at, at, at), { ...state, position: state.position + 1 });
    },
  };
}

/** The memory before the first token: empty, for one conversation. */
function emptyMemory({ name, type, shape }: InputInfo): Tensor {
  const dims = shape.map((size) => {
    if (typeof size === "number") return size;
    return size.includes("batch") ? 1 : 0;
  });
  const count = dims.reduce((product, size) => product * size, 1);
  if (type === "float32") return new Tensor(type, new Float32Array(count), dims);
  if (type === "float16") return new Tensor(type, new Uint16Array(count), dims);
  throw new Error(`the model's input ${name} has the unknown type ${type}`);
}

/** Renames outputs to the next run's inputs: `present_conv.0` → `past_conv.0`, `present.3.key` → `past_key_values.3.key`. */
function memoryOf(results: Tensors): Tensors {
  return Object.fromEntries(
    Object.entries(results).flatMap(([name, tensor]) => {
      if (!name.startsWith("present")) return [];
      const past = name.startsWith("present.")
        ? `past_key_values.${name.slice("present.".length)}`
        : `past_${name.slice("present_".length)}`;
      return [[past, tensor]];
    }),
  );
}

function lastScores(logits: Tensor | undefined): Float32Array {
  const [, rows = 0, vocabulary = 0] = logits?.dims ?? [];
  return floatsOf(logits, "logits").subarray((rows - 1) * vocabulary, rows * vocabulary);
}

/** A result's numbers. Throws if it is missing or not made of 32-bit numbers. */
export function floatsOf(tensor: Tensor | undefined, name: string): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error(`the model gives no 32-bit ${name}`);
  return tensor.data;
}
