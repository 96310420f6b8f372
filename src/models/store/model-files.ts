/** Where the parts of an installed model lie in its folder, and its small files as values. */
import { join } from "node:path";
import { readOwnText } from "../../files/own/own-files.ts";

/** The three graphs (onnx-community's layout of Qwen3.5), by absolute path. */
export interface GraphFiles {
  readonly embed: string;
  readonly decoder: string;
  readonly vision: string;
}

export function graphFiles(folder: string): GraphFiles {
  return {
    embed: join(folder, "onnx/embed_tokens_q4.onnx"),
    decoder: join(folder, "onnx/decoder_model_merged_q4.onnx"),
    vision: join(folder, "onnx/vision_encoder_fp16.onnx"),
  };
}

export interface ModelConfig {
  /** The token that stands for a piece of the picture. */
  readonly imageToken: number;
  /** Tokens that end the text. */
  readonly stopTokens: readonly number[];
}

/** Throws when the files do not say it: then this is no model of this kind. */
export function readConfig(folder: string): ModelConfig {
  const config = fields(readJson(join(folder, "config.json")));
  const imageToken = config.image_token_id;
  if (typeof imageToken !== "number") throw new Error("config.json names no image_token_id");
  const generation = fields(readJson(join(folder, "generation_config.json")));
  const stop = generation.eos_token_id ?? fields(config.text_config).eos_token_id;
  const stopTokens = [stop].flat().filter((token) => typeof token === "number");
  if (stopTokens.length === 0) throw new Error("generation_config.json names no eos_token_id");
  return { imageToken, stopTokens };
}

export interface TokenizerFiles {
  readonly tokenizer: object;
  readonly config: object;
}

export function readTokenizer(folder: string): TokenizerFiles {
  return {
    tokenizer: fields(readJson(join(folder, "tokenizer.json"))),
    config: fields(readJson(join(folder, "tokenizer_config.json"))),
  };
}

/** Throws when it is missing or no JSON. */
function readJson(path: string): unknown {
  const text = readOwnText(path);
  if (text === undefined) throw new Error(`${path} is missing`);
  return JSON.parse(text);
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
