/** The driver of the reading models, using the real native runtime and a model that types a given text. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadPageModel, type PageModel } from "../../src/models/page-model/page-model.ts";
import { loadTokens, promptTokens } from "../../src/models/page-model/tokens.ts";
import { loadOnnx, type Onnx, type Session, type Tensors } from "../../src/models/runtime/onnx.ts";
import { writeScriptedModel } from "./scripted-model.ts";

const binding = resolve(
  import.meta.dirname,
  `../../node_modules/onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`,
);
const light = "# Rapport Ä 中文 ✓\n\nUn texte, $E = mc^2$.\n\n<table><tr><td>1</td></tr></table>";
const dark = "The other page.";
const loop = "word ".repeat(200);
const scripts = [
  { below: 0.3, types: dark },
  { below: 0.6, types: loop },
  { below: 2, types: light },
];

describe("a page model", () => {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-model-"));
  let onnx: Onnx;
  let model: PageModel;
  beforeAll(() => {
    writeScriptedModel(folder, { scripts });
    onnx = loadOnnx(binding);
    model = loadPageModel(onnx, folder, 1);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const page = (grey: number, width = 96, height = 64) => ({
    width,
    height,
    pixels: new Uint8Array(width * height * 3).fill(grey),
  });
  const options = { prompt: "Transcribe.", maxTokens: 600, check: () => {} };

  it("reads exactly the text that the picture selects", async () => {
    expect(await model.read(page(250), options)).toMatchObject({ text: light, end: "stop" });
    expect(await model.read(page(10), options)).toMatchObject({ text: dark, end: "stop" });
    expect(await model.read(page(240, 960, 1344), options)).toMatchObject({ text: light, end: "stop" });
  });

  it("builds a one-turn prompt around a picture, and drops special tokens from the output", () => {
    const tokens = loadTokens(folder);
    const { before, after } = promptTokens(tokens, "Ä <b>");
    const special = (name: string) => {
      const [id, ...more] = tokens.encode(name);
      expect([typeof id, more]).toEqual(["number", []]);
      return id;
    };
    const [start, end] = [special("<|im_start|>"), special("<|im_end|>")];
    const [open, close] = [special("<|vision_start|>"), special("<|vision_end|>")];
    expect(before).toEqual([start, ...tokens.encode("user\n"), open]);
    const think = [
      special("<think>"),
      ...tokens.encode("\n\n"),
      special("</think>"),
      ...tokens.encode("\n\n"),
    ];
    const answer = [...tokens.encode("\n"), start, ...tokens.encode("assistant\n"), ...think];
    expect(after).toEqual([close, ...tokens.encode("Ä <b>"), end, ...answer]);
    expect(tokens.decode([...tokens.encode("Ä 中文\n"), Number(end), ...tokens.encode(" x")])).toBe(
      "Ä 中文\n x",
    );
  });

  it("stops at the token limit and keeps the text so far", async () => {
    expect(await model.read(page(250), { ...options, maxTokens: 8 })).toMatchObject({
      text: "# Rappor",
      end: "length",
      tokens: 8,
    });
  });

  it("cuts a loop down to one round", async () => {
    expect(await model.read(page(110), options)).toMatchObject({ text: "word ", end: "repetition" });
  });

  it("can be canceled between two tokens", async () => {
    let asked = 0;
    const check = () => {
      asked += 1;
      if (asked > 5) throw new Error("enough");
    };
    await expect(model.read(page(250), { ...options, check })).rejects.toThrow("enough");
    expect(asked).toBe(6);
  });

  /** The same model, but with its decoder inputs altered. */
  const spoiled = (change: (feeds: Tensors) => Tensors): PageModel => {
    const wrap = (session: Session): Session => ({
      inputs: session.inputs,
      run: (feeds) => session.run(feeds.attention_mask ? change(feeds) : feeds),
    });
    return loadPageModel({ open: (path, threads) => wrap(onnx.open(path, threads)) }, folder, 1);
  };

  it("reveals a wrong mask or lost memory through its script", async () => {
    const { Tensor } = await import("../../src/models/runtime/onnx.ts");
    const short = spoiled((feeds) => {
      const length = (feeds.attention_mask?.dims[1] ?? 0) - 1;
      return {
        ...feeds,
        attention_mask: new Tensor("int64", new BigInt64Array(length).fill(1n), [1, length]),
      };
    });
    expect((await short.read(page(250), options)).text).toBe("BAD MASK");
    let first: Tensors | undefined;
    const forgetful = spoiled((feeds) => {
      first ??= feeds;
      const forgotten = first["past_recurrent.0"];
      return forgotten ? { ...feeds, "past_recurrent.0": forgotten } : feeds;
    });
    // It types its first step again and again.
    expect((await forgetful.read(page(250), { ...options, maxTokens: 4 })).text).toBe("#BBB");
  });
});
