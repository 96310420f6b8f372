/** The parts of an installed model in its folder, and its small files as values. */
import { join } from "node:path";
import { readOwnText } from "../../files/own/own-files.ts";

/** The absolute paths of the three graphs, in onnx-community's layout of Qwen3.5. */
export function graphFiles(folder: string) {
  return {
    embed: join(folder, "onnx/embed_tokens_q4.onnx"),
    decoder: join(folder, "onnx/decoder_model_merged_q4.onnx"),
    vision: join(folder, "onnx/vision_encoder_fp16.onnx"),
  };
}

/**
 * The token that represents a piece of the picture, and those that end the text. Throws if the files don't name them: then it
 * isn't this kind of model.
 */
export function readConfig(folder: string) {
  const config = readJson(join(folder, "config.json"));
  const imageToken = config.image_token_id;
  if (typeof imageToken !== "number") throw new Error("config.json names no image_token_id");
  const generation = readJson(join(folder, "generation_config.json"));
  const stop = generation.eos_token_id ?? fields(config.text_config).eos_token_id;
  const stopTokens = [stop].flat().filter((token) => typeof token === "number");
  if (stopTokens.length === 0) throw new Error("generation_config.json names no eos_token_id");
  return { imageToken, stopTokens };
}

export function readTokenizer(folder: string) {
  return {
    tokenizer: readJson(join(folder, "tokenizer.json")),
    config: readJson(join(folder, "tokenizer_config.json")),
  };
}

/** A file's fields. Throws if it is missing or not JSON. */
function readJson(path: string): Readonly<Record<string, unknown>> {
  const text = readOwnText(path);
  if (text === undefined) throw new Error(`${path} is missing`);
  return fields(JSON.parse(text));
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
