/**
 * JavaScript functions for a WASM function table: a table accepts only functions from a module, so each goes through a module
 * of one function (WebAssembly Core, 5.5), as small as the format allows.
 */

export type ValueType = "i32" | "f32";
const valueTypes: Readonly<Record<ValueType, number>> = { i32: 0x7f, f32: 0x7d };

/** Appends the function to the table and returns its index. It takes these values and returns none. */
export function addCallback(
  table: WebAssembly.Table,
  parameters: readonly ValueType[],
  callback: (...values: number[]) => void,
): number {
  const types = parameters.map((type) => valueTypes[type]);
  const section = (id: number, bytes: readonly number[]) => [id, bytes.length, ...bytes];
  const module = new WebAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      // One type: a function of the parameters, without results.
      ...section(1, [1, 0x60, types.length, ...types, 0]),
      // Import "m" "f" of that type, and export it as "f".
      ...section(2, [1, 1, 0x6d, 1, 0x66, 0, 0]),
      ...section(7, [1, 1, 0x66, 0, 0]),
    ]),
  );
  const { exports } = new WebAssembly.Instance(module, { m: { f: callback } });
  const index = table.grow(1);
  table.set(index, exports.f);

  return index;
}
