/**
 * citty reads variables as it loads, for colors that pdfd never shows. Deno asks its user about each variable, or refuses, so
 * citty finds no environment: this module is evaluated before citty, `shown-environment.ts` after it.
 */
export const own = Object.getOwnPropertyDescriptor(globalThis, "process");

Object.defineProperty(globalThis, "process", { value: undefined, configurable: true });
