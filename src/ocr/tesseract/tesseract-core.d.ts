/** The used parts of npm's tesseract.js-core, which has no types: Tesseract's classes as bound by Emscripten. */
declare module "tesseract.js-core/tesseract-core-simd.js" {
  namespace createModule {
    interface ResultIterator {
      Empty(level: number): boolean;
      Next(level: number): boolean;
      IsAtBeginningOf(level: number): boolean;
      GetUTF8Text(level: number): string;
      Confidence(level: number): number;
      getBoundingBox(level: number): { x0: number; y0: number; x1: number; y1: number };
      getBaseline(level: number): { x0: number; y0: number; x1: number; y1: number; has_baseline: boolean };
      BlockType(): number;
      getRowAttributes(): { row_height: number; descenders: number; ascenders: number };
    }
    interface OSResults {
      readonly best_result: {
        orientation_id: number;
        script_id: number;
        sconfidence: number;
      };
      readonly unicharset: { get_script_from_script_id(id: number): string };
    }
    interface TessBaseAPI {
      /** 0 on success. */
      Init(folder: null, languages: string, engine: number, config: null): number;
      SetVariable(name: string, value: string): boolean;
      /** Reads `/input` from the module's files; 1 if it isn't a picture. */
      SetImageFile(exif: number, angle: number): number;
      SetRectangle(left: number, top: number, width: number, height: number): void;
      Recognize(monitor: null): number;
      DetectOS(results: OSResults): boolean;
      GetIterator(): ResultIterator;
      Clear(): void;
      End(): void;
    }
    interface Module {
      readonly TessBaseAPI: new () => TessBaseAPI;
      readonly OSResults: new () => OSResults;
      readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
      getPointer(object: object): number;
      destroy(object: object): void;
    }
    interface Options {
      instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
      print(text: string): void;
      printErr(text: string): void;
      TesseractProgress(percent: number): void;
    }
  }
  function createModule(options: createModule.Options): Promise<createModule.Module>;
  export default createModule;
}
