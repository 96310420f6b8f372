/** Bun from source: the engines of the in-process form run this way, and the executable has the same runtime, so only starting is tried again. */
import { describe } from "vitest";
import { starting } from "./start.ts";
import { bun } from "./target.ts";

describe(bun.name, () => starting(bun));
