/**
 * Tesseract (WebAssembly, npm's tesseract.js-core) in this process: the words in a picture with their positions, its
 * orientation and its script. A call can't be interrupted, so it belongs in a process that can be ended.
 */
import createModule from "tesseract.js-core/tesseract-core-simd.js";
import type { Box } from "../../core/page-layout.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import { failed } from "../../core/problem.ts";
import { asset } from "../../host/assets/assets.ts";

/** A word as reported by Tesseract, in pixels. */
export interface FoundWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface FoundLine {
  readonly words: readonly FoundWord[];
  /** The line's text with its spaces; words of Chinese, Japanese and Korean are single characters. */
  readonly text: string;
  /** Heights in pixels as measured by the line finder: x-height with ascenders and descenders. */
  readonly height: number;
  /** The baseline at the middle of the line, in pixels from the top. */
  readonly baseline: number;
  /** Text that is turned by a quarter: Tesseract reads it on upright pages. */
  readonly vertical: boolean;
  /** Whether it begins a paragraph. */
  readonly first: boolean;
}

/** The text read in a box. */
export interface Reading {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
}

const nothing: Reading = { text: "", confidence: 0 };

export interface Orientation {
  /** Degrees clockwise that turn the picture upright. */
  readonly turn: 0 | 90 | 180 | 270;
  /** Its Unicode name, or Tesseract's own: Latin, Han, Japanese, Korean, … */
  readonly script: string;
  /** 0: not at all; above about 1 it is hardly ever wrong. */
  readonly sureOfScript: number;
}

/** Tesseract's PageIteratorLevel. */
const [paragraphLevel, lineLevel, wordLevel] = [1, 2, 3];
/** OcrEngineMode: the engine for orientation and script detection, and the one that reads. */
const [legacyEngine, lstmEngine] = [0, 1];
/** PageSegMode: full layout analysis, a single column, a single line. */
const [anyLayout, oneColumn, oneLine] = ["3", "6", "7"];
/** White space around a separately read box, in pixels. */
const margin = 3;
/** PolyBlockType of text rotated by a quarter turn. */
const verticalText = 7;

let compiling: Promise<WebAssembly.Module> | undefined;

/** Compiled once: all engines of a process run the same code, which the runtime optimizes while it runs. */
export function program(): Promise<WebAssembly.Module> {
  compiling ??= asset("tesseract-core-simd.wasm").then((binary) => WebAssembly.compile(binary));
  return compiling;
}

/** In a thread: what the thread that started it has compiled. */
export function useProgram(compiled: WebAssembly.Module): void {
  compiling = Promise.resolve(compiled);
}

/** An engine with one set of models. */
export class Tesseract implements Disposable {
  readonly #module: createModule.Module;
  readonly #api: createModule.TessBaseAPI;

  private constructor(module: createModule.Module, api: createModule.TessBaseAPI) {
    this.#module = module;
    this.#api = api;
  }

  /**
   * `models` are names joined by "+". Throws 422 if one doesn't match the engine. `onProgress` is called repeatedly during
   * reading: if it throws, the engine may only be disposed of.
   */
  static async open(
    models: string,
    bytesOf: (model: string) => Promise<Uint8Array>,
    onProgress: () => void = () => {},
  ): Promise<Tesseract> {
    const compiled = await program();
    const quiet = () => {};
    const module = await createModule({
      instantiateWasm: (imports, done) => {
        const instance = new WebAssembly.Instance(compiled, imports);
        done(instance);
        return instance.exports;
      },
      print: quiet,
      printErr: quiet,
      TesseractProgress: onProgress,
    });
    const engine = new Tesseract(module, new module.TessBaseAPI());
    await engine.use(models, bytesOf);

    return engine;
  }

  /** Switches to these models. Throws 422 if one doesn't match the engine. */
  async use(models: string, bytesOf: (model: string) => Promise<Uint8Array>): Promise<void> {
    const [module, api] = [this.#module, this.#api];
    const names = models.split("+");
    for (const name of names) module.FS.writeFile(`./${name}.traineddata`, await bytesOf(name));
    const engine = models === "osd" ? legacyEngine : lstmEngine;
    if (api.Init(null, models, engine, null) !== 0)
      throw failed(`The text recognition cannot use its models ${names.join(" and ")}`);
    // The engine has loaded them.
    for (const name of names) module.FS.unlink(`./${name}.traineddata`);
    api.SetVariable("tessedit_pageseg_mode", anyLayout);
    // These are read without their spaces unless requested; others lose spaces by it.
    const isSpaceless = names.some((name) => spaceless.has(name));
    api.SetVariable("preserve_interword_spaces", isSpaceless ? "1" : "0");
  }

  #show({ width, height, pixels }: GrayImage, dpi: number): void {
    const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
    const file = new Uint8Array(head.length + pixels.length);
    file.set(head);
    file.set(pixels, head.length);
    this.#module.FS.writeFile("/input", file);
    this.#api.SetVariable("user_defined_dpi", String(Math.round(dpi)));
    const refused = this.#api.SetImageFile(1, 0) === 1;
    this.#module.FS.unlink("/input");
    if (refused) throw new Error("Tesseract does not accept the picture");
  }

  /** The picture's orientation; undefined if it has too little content. Requires an engine opened with `osd`. */
  orientation(image: GrayImage, dpi: number): Orientation | undefined {
    this.#show(image, dpi);

    const results = new this.#module.OSResults();
    try {
      if (!this.#api.DetectOS(results)) return undefined;
      const { orientation_id, script_id, sconfidence } = results.best_result;
      const script = results.unicharset.get_script_from_script_id(script_id);
      return { turn: turns[orientation_id] ?? 0, script, sureOfScript: sconfidence };
    } finally {
      this.#module.destroy(results);
      this.#api.Clear();
    }
  }

  /** The picture's lines in reading order. */
  lines(image: GrayImage, dpi: number): FoundLine[] {
    this.#show(image, dpi);
    if (this.#api.Recognize(null) !== 0) throw new Error("Tesseract did not read the picture");
    const found: FoundLine[] = [];
    const at = this.#api.GetIterator();

    try {
      if (this.#module.getPointer(at) === 0 || at.Empty(wordLevel)) return found;
      let words: FoundWord[] = [];
      do {
        if (at.IsAtBeginningOf(lineLevel)) {
          words = [];
          const { row_height } = at.getRowAttributes();
          const base = at.getBaseline(lineLevel);
          // The tangent of its angle.
          const fall = (base.y1 - base.y0) / Math.max(base.x1 - base.x0, 1);
          found.push({
            words,
            text: at.GetUTF8Text(lineLevel),
            height: row_height,
            baseline: (base.y0 + base.y1) / 2,
            vertical: at.BlockType() === verticalText || Math.abs(fall) > 1,
            first: at.IsAtBeginningOf(paragraphLevel),
          });
        }
        const { x0, y0, x1, y1 } = at.getBoundingBox(wordLevel);
        const text = at.GetUTF8Text(wordLevel).trim();
        if (text !== "") words.push({ text, confidence: at.Confidence(wordLevel), x0, y0, x1, y1 });
      } while (at.Next(wordLevel));
      return found.filter((line) => line.words.length > 0);
    } finally {
      this.#module.destroy(at);
      this.#api.Clear();
    }
  }

  /** The lines of a picture that is a single column of text. */
  column(image: GrayImage, dpi: number): FoundLine[] {
    this.#api.SetVariable("tessedit_pageseg_mode", oneColumn);
    try {
      return this.lines(image, dpi);
    } finally {
      this.#api.SetVariable("tessedit_pageseg_mode", anyLayout);
    }
  }

  /** The text in boxes of a picture, each read as one line. */
  textIn(image: GrayImage, dpi: number, boxes: readonly Box[]): Reading[] {
    this.#show(image, dpi);
    this.#api.SetVariable("tessedit_pageseg_mode", oneLine);

    try {
      return boxes.map(({ x0, y0, x1, y1 }) => {
        const [left, top] = [Math.max(x0 - margin, 0), Math.max(y0 - margin, 0)];
        const [right, low] = [Math.min(x1 + margin, image.width), Math.min(y1 + margin, image.height)];
        this.#api.SetRectangle(left, top, right - left, low - top);
        if (this.#api.Recognize(null) !== 0) return nothing;
        const at = this.#api.GetIterator();
        try {
          if (this.#module.getPointer(at) === 0 || at.Empty(lineLevel)) return nothing;
          return { text: at.GetUTF8Text(lineLevel).trim(), confidence: at.Confidence(lineLevel) };
        } finally {
          this.#module.destroy(at);
        }
      });
    } finally {
      this.#api.SetVariable("tessedit_pageseg_mode", anyLayout);
      this.#api.Clear();
    }
  }

  [Symbol.dispose](): void {
    this.#api.End();
    this.#module.destroy(this.#api);
  }
}

/** Models of scripts whose characters are words to Tesseract. */
const spaceless: ReadonlySet<string> = new Set([
  "HanS",
  "HanT",
  "Hangul",
  "Japanese",
  "Japanese_vert",
  "Thai",
]);

/** By orientation_id: the turn that makes the picture upright. */
const turns = [0, 270, 180, 90] as const;
