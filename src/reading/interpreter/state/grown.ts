/** A typed array of twice the size with the same beginning. */
export function grown<T extends Uint8Array | Float32Array | Float64Array | Int32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
