/** Bun from source: the executable has the same runtime, so only what a source file adds is tried again. */
import { describe } from "vitest";
import { workingFolder } from "./start.ts";
import { bun } from "./target.ts";

describe(bun.name, () => workingFolder(bun));
