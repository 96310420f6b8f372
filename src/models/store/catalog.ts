/**
 * The downloadable models: which files, of which commit, with which hashes. Those for whole-page models come from public
 * sources that pin the same commits; the smaller model's sizes add up to the 871 MB in the documentation.
 */
import type { ModelName } from "../../core/page-reading.ts";
import { type CatalogModel, filesOf } from "./catalog-model.ts";
import { type TessdataId, tessdataModels } from "./tessdata.ts";

/** The downloadable models: those that read whole pages, and script models for the built-in recognizer. */
export type ModelId = ModelName | TessdataId;

export type Catalog = Readonly<Record<ModelId, CatalogModel>>;

export const catalog: Catalog = {
  "0.8b": {
    repo: "onnx-community/Qwen3.5-0.8B-ONNX-OPT",
    revision: "fafab72d87a9e6be3925b38caf48286d2838f2d0",
    license: "Apache-2.0 (Qwen/Qwen3.5-0.8B)",
    bytes: 871_364_778,
    size: "871 MB",
    files: filesOf(`
      onnx/embed_tokens_q4.onnx 857 8773dcf4858f855bfce13def4356ca17e0bc516a477154496b6ffb6dd6d084dc
      onnx/embed_tokens_q4.onnx_data 162897920 9210b1d26eb14136d3522584d17da14cc5f4b82b6f5607e6d80d59424a8cbe99
      onnx/decoder_model_merged_q4.onnx 576621 7390858c80a67275d8cb81fb70f66a24d3b86fe333057c1312de09c184a2d41b
      onnx/decoder_model_merged_q4.onnx_data 483655680 1a9165072dd51a9b6a917b6357a3686372b7429313022802cd4c9a730e8c9749
      onnx/vision_encoder_fp16.onnx 187476 7343242b844eed7288a7f6ef3f0dc57a7ceb5118c3f50547bb0458de5dfea645
      onnx/vision_encoder_fp16.onnx_data 204798464 83a2b4babd9a146dd28cb925609413422f0ba0f47474c3e4704620f1190fbd25
      tokenizer.json 19226111 89da80cc6689bef4d90cc1028249436975ffb0814618f1d93c65310e05801a9b
      tokenizer_config.json 9161 fccbff64ebe09343aa2171028657f5b038db96fb4f657609bc76743eddfa3b9d
      config.json 2849 36fed6a902ccd06ef19a452bd5a0750bd88fe347d06ab75ef515615bac5b296d
      processor_config.json 1300 14932921ca485d458a04dafd8069fbb0a4505622a48208d19ed247115801385b
      preprocessor_config.json 336 6a970fd06f30e6943b3e2c14d5d3b42d49b06cf99b99103d56689bef462d90f8
      generation_config.json 248 dc0cbe66543f310896469b7b1448af792f403293a1080baaf04d586c57b23e48
      chat_template.jinja 7755 273d8e0e683b885071fb17e08d71e5f2a5ddfb5309756181681de4f5a1822d80
    `),
  },
  "4b": {
    repo: "onnx-community/Qwen3.5-4B-ONNX-OPT",
    revision: "57b13b4dce7be073be0df3eaf1c842a6bbb2e0a7",
    license: "Apache-2.0 (Qwen/Qwen3.5-4B)",
    bytes: 3_800_000_000,
    size: "3.8 GB",
    files: filesOf(`
      onnx/embed_tokens_q4.onnx
      onnx/embed_tokens_q4.onnx_data
      onnx/decoder_model_merged_q4.onnx
      onnx/decoder_model_merged_q4.onnx_data
      onnx/decoder_model_merged_q4.onnx_data_1
      onnx/vision_encoder_fp16.onnx
      onnx/vision_encoder_fp16.onnx_data
      tokenizer.json 19226111 89da80cc6689bef4d90cc1028249436975ffb0814618f1d93c65310e05801a9b
      tokenizer_config.json 9162 2de621ec071dd61438efdd6d0183bd3d612e98d05ac10d19ed75f1fef9299bc9
      config.json 3198 c6f9834460177e3821e035900320fa24bd11ad1c9f14bfe2e78e4398e38c4937
      processor_config.json 1300 14932921ca485d458a04dafd8069fbb0a4505622a48208d19ed247115801385b
      preprocessor_config.json 336 6a970fd06f30e6943b3e2c14d5d3b42d49b06cf99b99103d56689bef462d90f8
      generation_config.json 248 dc0cbe66543f310896469b7b1448af792f403293a1080baaf04d586c57b23e48
      chat_template.jinja 7756 a4aee8afcf2e0711942cf848899be66016f8d14a889ff9ede07bca099c28f715
    `),
  },
  ...tessdataModels,
};

/** Files without which a model can't be opened; graphs may have their weights in additional files (`isWeights`). */
export const neededFiles: readonly string[] = [
  "onnx/embed_tokens_q4.onnx",
  "onnx/decoder_model_merged_q4.onnx",
  "onnx/vision_encoder_fp16.onnx",
  "tokenizer.json",
  "tokenizer_config.json",
  "config.json",
  "generation_config.json",
];

/** Whether a file in a model's folder contains weights of one of the three graphs. */
export function isWeights(path: string): boolean {
  return /^onnx\/(embed_tokens_q4|decoder_model_merged_q4|vision_encoder_fp16)\.onnx_data(_\d{1,2})?$/.test(
    path,
  );
}
