/** RC4, which OpenSSL 3 no longer offers everywhere. It is broken as a cipher, but old documents need it. */

/** Encrypts or decrypts data piece by piece. A call may return nothing. */
export interface StreamCipher {
  update(bytes: Uint8Array): Uint8Array;
  /** Returns the rest; call once. */
  final(): Uint8Array;
}

/** Encrypts or decrypts; the two are the same. */
export function rc4Cipher(key: Uint8Array): StreamCipher {
  const state = Uint8Array.from({ length: 256 }, (_, k) => k);
  let j = 0;

  const swap = (i: number) => {
    const own = state[i] ?? 0;
    state[i] = state[j] ?? 0;
    state[j] = own;
  };

  for (let k = 0; k < 256; k++) {
    j = (j + (state[k] ?? 0) + (key[k % key.length] ?? 0)) & 255;
    swap(k);
  }

  let i = 0;
  j = 0;

  return {
    update(bytes) {
      const out = new Uint8Array(bytes.length);
      for (let k = 0; k < bytes.length; k++) {
        i = (i + 1) & 255;
        j = (j + (state[i] ?? 0)) & 255;
        swap(i);
        out[k] = (bytes[k] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
      }
      return out;
    },
    final: () => new Uint8Array(0),
  };
}

export const rc4 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => rc4Cipher(key).update(bytes);
