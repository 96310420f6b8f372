/** RC4, which OpenSSL 3 no longer offers everywhere. Broken as a cipher; old documents need it to be read. */

export interface Rc4 {
  readonly state: Uint8Array;
  i: number;
  j: number;
}

export function rc4Start(key: Uint8Array): Rc4 {
  const state = new Uint8Array(256);
  for (let k = 0; k < 256; k++) state[k] = k;
  for (let k = 0, j = 0; k < 256; k++) {
    const own = state[k] ?? 0;
    j = (j + own + (key[k % key.length] ?? 0)) & 255;
    state[k] = state[j] ?? 0;
    state[j] = own;
  }
  return { state, i: 0, j: 0 };
}

/** The next bytes encrypted or decrypted, which is the same. */
export function rc4Next(rc4: Rc4, bytes: Uint8Array): Uint8Array {
  const { state } = rc4;
  const out = new Uint8Array(bytes.length);
  let { i, j } = rc4;
  for (let k = 0; k < bytes.length; k++) {
    i = (i + 1) & 255;
    const a = state[i] ?? 0;
    j = (j + a) & 255;
    const b = state[j] ?? 0;
    state[i] = b;
    state[j] = a;
    out[k] = (bytes[k] ?? 0) ^ (state[(a + b) & 255] ?? 0);
  }
  rc4.i = i;
  rc4.j = j;
  return out;
}

export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return rc4Next(rc4Start(key), bytes);
}
