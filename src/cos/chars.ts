/** Character classes of ISO 32000-2, 7.2.3, as tables indexed by byte. */

export const regular = 0;
export const space = 1;
export const delimiter = 2;

/** `regular`, `space` or `delimiter` for each byte. */
export const classOf: Uint8Array = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) classOf[byte] = space;
for (const byte of new TextEncoder().encode("()<>[]{}/%")) classOf[byte] = delimiter;

/** The value of a hexadecimal digit, 255 for any other byte. */
export const hexValue: Uint8Array = new Uint8Array(256).fill(255);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  hexValue[digit.charCodeAt(0)] = value;
  hexValue[digit.toUpperCase().charCodeAt(0)] = value;
}
