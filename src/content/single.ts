/**
 * Numbers of single precision. Lines are told by distances that are often exactly on the border (a space of 0.15 em): only
 * what is rounded as MuPDF rounds it comes to the same lines.
 */

export const single = Math.fround;

/** `a·b + c·d`. */
export function sum(a: number, b: number, c: number, d: number): number {
  return single(single(a * b) + single(c * d));
}
