/** Undoes `hidden-environment.ts`. */
import { own } from "./hidden-environment.ts";

if (own) Object.defineProperty(globalThis, "process", own);
