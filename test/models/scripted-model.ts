/**
 * A model that types a given text, with the real file layout and the real graphs' inputs and outputs, in a few kilobytes
 * and without weights. The page's brightness selects the text, so the picture really decides. The model types BAD MASK or
 * BAD CACHE if fed a wrong attention mask or if its memory is lost, and never finishes pages in a given range of brightness.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Dimension, float32, Graph, int64 } from "./onnx-writer.ts";

/** A text for pages whose mean brightness, from 0 (black) to 1 (white), is below this. */
export interface Script {
  readonly below: number;
  readonly types: string;
}

export interface Scripts {
  /** In ascending order. The last bound should be above 1. */
  readonly scripts: readonly Script[];
  /** Pages with a brightness in this range never finish, because of a loop inside the vision encoder. */
  readonly hangs?: readonly [number, number];
}

const special = [
  ...["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>"],
  ...["<|image_pad|>", "<|video_pad|>", "<think>", "</think>"],
];
/** IDs of special tokens come after those of the 256 bytes. */
const idOf = (token: string) => 256 + special.indexOf(token);
const vocabulary = 256 + special.length;
const end = idOf("<|im_end|>");

/** Widths of the parts, as small as possible. */
const hidden = 8;
const headWidth = 4;
const convolution = 6;

/** Writes a model's thirteen files into the folder. */
export function writeScriptedModel(folder: string, scripts: Scripts): void {
  mkdirSync(join(folder, "onnx"), { recursive: true });
  const graph = (name: string, { bytes, external }: ReturnType<Graph["model"]>) => {
    writeFileSync(join(folder, "onnx", `${name}.onnx`), bytes);
    if (external) writeFileSync(join(folder, "onnx", external.file), external.bytes);
  };
  graph("embed_tokens_q4", embedGraph());
  graph("vision_encoder_fp16", visionGraph(scripts.hangs));
  graph("decoder_model_merged_q4", decoderGraph(scripts.scripts));
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  json("config.json", {
    model_type: "qwen3_5",
    image_token_id: idOf("<|image_pad|>"),
    text_config: { eos_token_id: end, hidden_size: hidden },
  });
  json("generation_config.json", { eos_token_id: [end, idOf("<|endoftext|>")] });
  json("tokenizer.json", tokenizer());
  json("tokenizer_config.json", {
    tokenizer_class: "Qwen2Tokenizer",
    eos_token: "<|im_end|>",
    model_max_length: 262_144,
  });
  json("processor_config.json", {});
  json("preprocessor_config.json", {});
  writeFileSync(join(folder, "chat_template.jinja"), "");
}

/** GPT-2's alphabet: each byte has its own letter. */
function byteLetters(): { readonly letters: Record<string, number>; readonly ids: readonly number[] } {
  const visible = [...range(33, 127), ...range(161, 173), ...range(174, 256)];
  const letters: Record<string, number> = {};
  const ids: number[] = [];
  let unseen = 256;
  let id = 0;
  for (const byte of [...visible, ...range(0, 256).filter((one) => !visible.includes(one))]) {
    letters[String.fromCharCode(visible.includes(byte) ? byte : unseen++)] = id;
    ids[byte] = id++;
  }
  return { letters, ids };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

function tokenizer(): object {
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false };
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: special.map((content, at) => ({
      id: 256 + at,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: at < 7,
    })),
    normalizer: { type: "NFC" },
    pre_tokenizer: byteLevel,
    post_processor: null,
    decoder: byteLevel,
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: "",
      end_of_word_suffix: "",
      fuse_unk: false,
      byte_fallback: false,
      vocab: byteLetters().letters,
      merges: [],
    },
  };
}

/** Token → numbers. The first one is 0 and reserved for the picture. */
function embedGraph() {
  const graph = new Graph("embed_tokens_q4.onnx_data");
  graph.input("input_ids", int64, ["batch_size", "sequence_length"]);
  graph.output("inputs_embeds", float32, ["batch_size", "sequence_length", hidden]);
  const table = Array.from({ length: vocabulary * hidden }, (_, at) =>
    at % hidden === 0 ? 0 : ((Math.floor(at / hidden) * 31 + (at % hidden) * 7) % 17) / 17,
  );
  const rows = graph.floats(table, [vocabulary, hidden], true);
  graph.op("Gather", [rows, "input_ids"], { axis: 0 }, "inputs_embeds");
  return graph.model();
}

/** Picture → one feature row for each block of four squares. Its first number is the page's brightness, from 1 to 2. */
function visionGraph(hangs: readonly [number, number] | undefined) {
  const graph = new Graph("vision_encoder_fp16.onnx_data");
  graph.input("pixel_values", float32, ["num_patches", 1536]);
  graph.input("image_grid_thw", int64, ["num_images", 3]);
  graph.output("image_features", float32, ["num_image_tokens", hidden]);
  const mean = graph.op("ReduceMean", ["pixel_values", graph.integers([0, 1])], { keepdims: 1 });
  const half = graph.op("Mul", [mean, graph.floats([0.5], [1, 1])]);
  let bright = graph.op("Add", [half, graph.floats([1.5], [1, 1])]);
  if (hangs) bright = endless(graph, bright, hangs);
  const grid = ["image_grid_thw", graph.integers([1]), graph.integers([3]), graph.integers([1])];
  const squares = graph.op("ReduceProd", [graph.op("Slice", grid)], { keepdims: 0 });
  const count = graph.op("Div", [graph.op("Reshape", [squares, graph.integers([1])]), graph.integers([4])]);
  const first = graph.floats([1, ...new Array<number>(hidden - 1).fill(0)], [1, hidden], true);
  const row = graph.op("MatMul", [bright, first]);
  const shape = graph.op("Concat", [count, graph.integers([1])], { axis: 0 });
  graph.op("Expand", [row, shape], {}, "image_features");
  return graph.model();
}

/** Passes a number on. If it is in the range, it first runs a loop that takes far too long. */
function endless(graph: Graph, value: string, [from, to]: readonly [number, number]): string {
  const above = graph.op("Greater", [value, graph.floats([1 + from], [1, 1])]);
  const below = graph.op("Less", [value, graph.floats([1 + to], [1, 1])]);
  const within = graph.op("And", [above, below]);
  const rounds = graph.op("Where", [within, graph.integers([2 ** 52], []), graph.integers([0], [])]);
  const body = new Graph(undefined, "loop_");
  body.input("round", int64, []);
  const goOn = body.input("go_on", 9, []);
  const carried = body.input("carried", float32, [1, 1]);
  body.op("Identity", [goOn], {}, "still");
  body.op("Mul", [carried, body.floats([1], [1, 1])], {}, "passed");
  body.output("still", 9, []);
  body.output("passed", float32, [1, 1]);
  const scalar = graph.op("Reshape", [rounds, graph.integers([], [0])]);
  return graph.op("Loop", [scalar, graph.truth(true), value], { body });
}

/** Types the script for the page's brightness, one byte per step. The memory holds steps, brightness and length. */
function decoderGraph(scripts: readonly Script[]) {
  const { ids } = byteLetters();
  const typed = [...scripts.map(({ types }) => types), "BAD MASK", "BAD CACHE"].map((line) => [
    ...[...new TextEncoder().encode(line)].map((byte) => ids[byte] ?? 0),
    end,
  ]);
  const longest = Math.max(...typed.map((line) => line.length));
  const table = typed.flatMap((line) => [...line, ...new Array<number>(longest - line.length).fill(end)]);

  const graph = new Graph("decoder_model_merged_q4.onnx_data");
  const cache = (name: string): [string, number, Dimension[]] => [
    name,
    float32,
    ["batch_size", 1, "past_sequence_length", headWidth],
  ];
  graph.input("inputs_embeds", float32, ["batch_size", "sequence_length", hidden]);
  graph.input("attention_mask", int64, ["batch_size", "total_sequence_length"]);
  graph.input("position_ids", int64, [3, "batch_size", "sequence_length"]);
  graph.input("num_logits_to_keep", int64, []);
  graph.input("past_conv.0", float32, ["batch_size", convolution, 3]);
  graph.input("past_recurrent.0", float32, ["batch_size", 1, 2, 2]);
  graph.input(...cache("past_key_values.1.key"));
  graph.input(...cache("past_key_values.1.value"));
  graph.output("logits", float32, ["batch_size", "num_logits_to_keep", vocabulary]);
  graph.output("present_conv.0", float32, ["batch_size", convolution, 3]);
  graph.output("present_recurrent.0", float32, ["batch_size", 1, 2, 2]);
  graph.output(...cache("present.1.key"));
  graph.output(...cache("present.1.value"));

  const one = graph.integers([1]);
  const steps = graph.op("Shape", ["inputs_embeds"], { start: 1, end: 2 });
  const masked = graph.op("Shape", ["attention_mask"], { start: 1, end: 2 });
  const cached = graph.op("Shape", ["past_key_values.1.key"], { start: 2, end: 3 });
  const shape = graph.op("Concat", [graph.integers([1, 1]), steps, graph.integers([headWidth])], { axis: 0 });
  const zeros = graph.op("Expand", [graph.floats([0], [1]), shape]);
  for (const kind of ["key", "value"])
    graph.op("Concat", [`past_key_values.1.${kind}`, zeros], { axis: 2 }, `present.1.${kind}`);
  graph.op("Add", ["past_conv.0", graph.floats([1], [1])], {}, "present_conv.0");

  const remembered = graph.op("Reshape", ["past_recurrent.0", graph.integers([4])]);
  const cell = (at: number) =>
    graph.op("Slice", [remembered, graph.integers([at]), graph.integers([at + 1]), graph.integers([0])]);
  const firsts = graph.op("Slice", ["inputs_embeds", graph.integers([0]), one, graph.integers([2])]);
  const seen = graph.op("Reshape", [graph.op("ReduceMax", [firsts], { keepdims: 0 }), one]);
  const step = cell(0);
  const brightness = graph.op("Add", [cell(1), seen]);
  const length = graph.op("Add", [cell(2), graph.op("Cast", [steps], { to: float32 })]);
  const next = graph.op("Add", [step, graph.floats([1], [1])]);
  const kept = graph.op("Concat", [next, brightness, length, graph.floats([0], [1])], { axis: 0 });
  graph.op("Reshape", [kept, graph.integers([1, 1, 2, 2])], {}, "present_recurrent.0");

  // The script's number: how many bounds the brightness reaches.
  const bounds = graph.floats(
    scripts.slice(0, -1).map(({ below }) => 1 + below),
    [Math.max(0, scripts.length - 1)],
  );
  const passed = graph.op("Cast", [graph.op("GreaterOrEqual", [brightness, bounds])], { to: int64 });
  const script = graph.op("ReduceSum", [passed], { keepdims: 1 });
  const maskFits = graph.op("Equal", [graph.op("Add", [cached, steps]), masked]);
  const memoryFits = graph.op("Equal", [graph.op("Cast", [length], { to: int64 }), masked]);
  const [badMask, badCache] = [graph.integers([scripts.length]), graph.integers([scripts.length + 1])];
  const line = graph.op("Where", [maskFits, graph.op("Where", [memoryFits, script, badCache]), badMask]);
  const at = graph.op("Min", [graph.op("Cast", [step], { to: int64 }), graph.integers([longest - 1])]);
  const place = graph.op("Add", [graph.op("Mul", [line, graph.integers([longest])]), at]);
  const token = graph.op("Gather", [graph.integers(table, [table.length], true), place], { axis: 0 });
  const scores = [
    graph.op("Reshape", [token, graph.integers([1, 1])]),
    graph.integers([vocabulary], []),
    graph.floats([0, 1], [2]),
  ];
  graph.op("OneHot", scores, { axis: -1 }, "logits");
  return graph.model();
}
