/** Converts text to tokens and back with the model's own tokenizer. */
import { Tokenizer } from "@huggingface/tokenizers";
import { readTokenizer } from "../store/model-files.ts";

export interface Tokens {
  /** The names of special tokens (`<|im_start|>`) become those tokens. */
  encode(text: string): number[];
  /** Special tokens are omitted from the text. */
  decode(tokens: readonly number[]): string;
}

/** Loads the tokenizer of the model in this folder (a vocabulary of 20 MB: about half a second). */
export function loadTokens(folder: string): Tokens {
  const { tokenizer, config } = readTokenizer(folder);
  const loaded = new Tokenizer(tokenizer, config);
  return {
    encode: (text) => loaded.encode(text, { add_special_tokens: false }).ids,
    decode: (tokens) => loaded.decode([...tokens], { skip_special_tokens: true }),
  };
}

/**
 * A one-turn conversation around a picture. It includes the empty think block for both models: without it, the larger one's
 * template would begin to think aloud.
 */
export function promptTokens(tokens: Tokens, prompt: string): { before: number[]; after: number[] } {
  return {
    before: tokens.encode("<|im_start|>user\n<|vision_start|>"),
    after: tokens.encode(`<|vision_end|>${prompt}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n`),
  };
}
