/** Loads MuPDF on first use (about 100 ms) into limited memory, and abandons it once it may be broken. */
import { failed, ProblemError } from "../../core/problem.ts";
import { asset } from "../../host/assets/assets.ts";

export type Mupdf = typeof import("mupdf");

/** The C stack: 256 times MuPDF's own. Its limit on nesting is then reached first, and ends in a clean error. */
const stackBytes = 16 * 1024 * 1024;

type Imports = NonNullable<ConstructorParameters<typeof WebAssembly.Instance>[1]>;

/** Options that MuPDF looks up on globalThis at startup; it adds its WASM functions to them. */
interface StartOptions {
  /** MuPDF's warnings quote documents, so they are discarded. */
  print(text: string): void;
  printErr(text: string): void;
  instantiateWasm(imports: Imports, receive: (instance: WebAssembly.Instance) => void): object;
  _wasm_malloc?: (bytes: number) => number;
}

let loading: Promise<Mupdf> | undefined;
let broken = false;

/** The process's only MuPDF. Throws 422 once it may be broken; the process is then replaced after the call. */
export async function loadMupdf(): Promise<Mupdf> {
  if (broken) throw unusable();
  loading ??= start().catch((error: unknown) => {
    throw new ProblemError("internal", "The PDF reader of this program cannot be started. Try again.", {
      cause: error,
    });
  });
  return await loading;
}

/** Whether a WASM error occurred: its memory may then be corrupt, and this process must be replaced. */
export const mupdfIsBroken = (): boolean => broken;

/** Runs work in MuPDF and watches how it fails: all work goes through here. Errors pass unchanged. */
export function inMupdf<T>(work: () => T): T {
  if (broken) throw unusable();
  try {
    return work();
  } catch (error) {
    // RangeError: the engine's own stack overflowed in the middle of WASM, which then couldn't clean up.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) broken = true;
    throw error;
  }
}

/**
 * Frees MuPDF objects in this order. Never throws, since another error may be in progress: if it fails, MuPDF's memory is
 * broken, and nothing more is freed.
 */
export function release(...objects: readonly ({ destroy(): void } | undefined)[]): void {
  for (const object of objects) {
    if (broken) return;
    try {
      object?.destroy();
    } catch {
      broken = true;
    }
  }
}

function unusable() {
  return failed("the document crashed the PDF reader; select other pages, or repair the document first");
}

async function start(): Promise<Mupdf> {
  const { patchMupdf, stackPointerName } = await import("./wasm-patch.ts");
  const module = await WebAssembly.compile(patchMupdf(await asset("mupdf-wasm.wasm")));
  let stackPointer: unknown;
  const options: StartOptions = {
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(module, imports);
      stackPointer = instance.exports[stackPointerName];
      receive(instance);
      return {};
    },
  };
  Reflect.set(globalThis, "$libmupdf_wasm_Module", options);
  const mupdf = await import("mupdf");
  Reflect.deleteProperty(globalThis, "$libmupdf_wasm_Module");
  const block = options._wasm_malloc?.(stackBytes);
  if (!(stackPointer instanceof WebAssembly.Global) || !block)
    throw new Error("MuPDF's stack could not be moved");
  // No WASM is running now, so nothing on the old stack is in use. It grows downward and is aligned to 16 bytes.
  stackPointer.value = (block + stackBytes - 16) & ~15;

  return mupdf;
}
