/**
 * ONNX Runtime through its own Node-API binding, without its usual JavaScript, which looks for the binding in folders that an
 * executable doesn't have. Everything here blocks its thread until it is done.
 */
import { createRequire } from "node:module";

export type TensorData = Float32Array | BigInt64Array | Uint16Array | Int32Array | Uint8Array;

/** A tensor as the binding takes and creates it: it calls this constructor with exactly these three arguments. */
export class Tensor {
  readonly location = "cpu";
  readonly type: string;
  readonly data: TensorData;
  readonly dims: readonly number[];

  constructor(type: string, data: TensorData, dims: readonly number[]) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}

export type Tensors = Readonly<Record<string, Tensor>>;

/** An input of a graph. A variable dimension has a name. */
export interface InputInfo {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

export interface Session {
  readonly inputs: readonly InputInfo[];
  /** Runs the graph for all outputs. Throws the runtime's errors: wrong shapes, no memory. */
  run(feeds: Tensors): Tensors;
}

export interface Onnx {
  /** Opens the graph of an `.onnx` file, with any external data next to it. */
  open(path: string, threads: number): Session;
}

/** The binding's own types, in the pinned version 1.30.0. */
interface RawInfo {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  readonly symbolicDimensions: readonly string[];
}
interface RawSession {
  loadModel(path: string, options: object): void;
  readonly inputMetadata: readonly RawInfo[];
  readonly outputMetadata: readonly { readonly name: string }[];
  run(feeds: Tensors, fetches: Readonly<Record<string, null>>, options: object): Tensors;
}
interface Binding {
  readonly InferenceSession: new () => RawSession;
  initOrtOnce(logLevel: number, tensor: typeof Tensor, mainThread: boolean): void;
}

/** Errors only: the runtime's warnings concern graphs, and nobody reads them. */
const logErrors = 3;
/** Numbers of the ONNX element types (TensorProto.DataType) that a model's inputs may have. */
const typeNames: Readonly<Record<number, string>> = { 1: "float32", 7: "int64", 10: "float16" };

/** Loads the runtime, once per process; `path` is the absolute path of `onnxruntime_binding.node`. */
export function loadOnnx(path: string): Onnx {
  // The file belongs to the pinned version, verified by its hash; test/models uses it. Its library is next to it.
  const binding = createRequire(path)(path) as Binding;
  binding.initOrtOnce(logErrors, Tensor, true);
  return {
    open(file, threads) {
      const session = new binding.InferenceSession();
      session.loadModel(file, {
        executionProviders: ["cpu"],
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
      });
      return wrap(session);
    },
  };
}

function wrap(session: RawSession): Session {
  const inputs = session.inputMetadata.map(
    ({ name, type, shape, symbolicDimensions }): InputInfo => ({
      name,
      type: typeNames[type] ?? `type ${type}`,
      shape: shape.map((size, at) => (size === -1 ? (symbolicDimensions[at] ?? "") : size)),
    }),
  );
  const fetches = Object.fromEntries(session.outputMetadata.map(({ name }) => [name, null]));
  return { inputs, run: (feeds) => session.run(feeds, fetches, {}) };
}

/** Integers as the 64-bit tensor that graphs expect. */
export function integers(values: readonly number[], dims: readonly number[]): Tensor {
  return new Tensor("int64", BigInt64Array.from(values, BigInt), dims);
}
