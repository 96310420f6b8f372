/** Writes small ONNX graphs (protobuf, onnx.proto of IR version 9), so that tests can create their own models. */

const text = new TextEncoder();

export const float32 = 1;
export const int64 = 7;
export const bool = 9;

/** A size, or the name of a variable one. */
export type Dimension = number | string;

/** Data that a graph stores in a separate file. */
export interface External {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export class Graph {
  readonly #nodes: Uint8Array[] = [];
  readonly #constants: Uint8Array[] = [];
  readonly #inputs: Uint8Array[] = [];
  readonly #outputs: Uint8Array[] = [];
  readonly #externalFile: string | undefined;
  #external: Uint8Array = new Uint8Array(0);
  readonly #prefix: string;
  #names = 0;

  /** Constants marked `external` go to `externalFile`. `prefix` keeps names in a nested graph unique. */
  constructor(externalFile?: string, prefix = "") {
    this.#externalFile = externalFile;
    this.#prefix = prefix;
  }

  input(name: string, type: number, shape: readonly Dimension[]): string {
    this.#inputs.push(valueInfo(name, type, shape));
    return name;
  }

  output(name: string, type: number, shape: readonly Dimension[]): void {
    this.#outputs.push(valueInfo(name, type, shape));
  }

  floats(values: ArrayLike<number>, dims: readonly number[], external = false): string {
    return this.#constant(float32, bytesOf(Float32Array.from(values)), dims, external);
  }

  integers(values: readonly number[], dims: readonly number[] = [values.length], external = false): string {
    return this.#constant(int64, bytesOf(BigInt64Array.from(values, BigInt)), dims, external);
  }

  truth(value: boolean): string {
    return this.#constant(bool, Uint8Array.of(value ? 1 : 0), [], false);
  }

  /** Adds an operation with one result. Returns the result's name. */
  op(
    type: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, number | Graph>> = {},
    result = this.#name(),
  ): string {
    this.#nodes.push(
      join(
        ...inputs.map((input) => message(1, text.encode(input))),
        message(2, text.encode(result)),
        message(4, text.encode(type)),
        ...Object.entries(attributes).map(([name, value]) =>
          message(
            5,
            value instanceof Graph
              ? join(message(1, text.encode(name)), message(6, value.#graph("body")), number(20, 5))
              : join(message(1, text.encode(name)), number(3, value), number(20, 2)),
          ),
        ),
      ),
    );
    return result;
  }

  /** The complete model file and its external data. */
  model(): { readonly bytes: Uint8Array; readonly external: External | undefined } {
    const operators = join(message(1, new Uint8Array(0)), number(2, 18));
    const bytes = join(number(1, 9), message(7, this.#graph("graph")), message(8, operators));
    const file = this.#externalFile;
    return { bytes, external: file === undefined ? undefined : { file, bytes: this.#external } };
  }

  #graph(name: string): Uint8Array {
    return join(
      ...this.#nodes.map((node) => message(1, node)),
      message(2, text.encode(name)),
      ...this.#constants.map((constant) => message(5, constant)),
      ...this.#inputs.map((input) => message(11, input)),
      ...this.#outputs.map((output) => message(12, output)),
    );
  }

  #constant(type: number, raw: Uint8Array, dims: readonly number[], external: boolean): string {
    const name = this.#name();
    const head = join(...dims.map((size) => number(1, size)), number(2, type), message(8, text.encode(name)));
    this.#constants.push(join(head, external ? this.#beside(raw) : message(9, raw)));
    return name;
  }

  /** TensorProto.external_data: the file, offset and length of the numbers. */
  #beside(raw: Uint8Array): Uint8Array {
    if (this.#externalFile === undefined) throw new Error("this graph has no file beside it");
    const offset = this.#external.length;
    this.#external = join(this.#external, raw);
    const entry = (key: string, value: string) =>
      message(13, join(message(1, text.encode(key)), message(2, text.encode(value))));
    return join(
      entry("location", this.#externalFile),
      entry("offset", String(offset)),
      entry("length", String(raw.length)),
      number(14, 1),
    );
  }

  #name(): string {
    this.#names += 1;
    return `${this.#prefix}v${this.#names}`;
  }
}

function valueInfo(name: string, type: number, shape: readonly Dimension[]): Uint8Array {
  const dims = shape.map((size) =>
    message(1, typeof size === "number" ? number(1, size) : message(2, text.encode(size))),
  );
  const tensor = join(number(1, type), message(2, join(...dims)));
  return join(message(1, text.encode(name)), message(2, message(1, tensor)));
}

const bytesOf = ({ buffer }: { readonly buffer: ArrayBufferLike }) => new Uint8Array(buffer);

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A length-delimited field: text, bytes, or another message. */
function message(field: number, body: Uint8Array): Uint8Array {
  return join(varint(field * 8 + 2), varint(body.length), body);
}

function number(field: number, value: number): Uint8Array {
  return join(varint(field * 8), varint(value));
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}
