/** Fonts as PDF/A asks for them. */
import type { Fixing } from "./fixing.ts";

export function fixFonts(_fixing: Fixing): void {}
