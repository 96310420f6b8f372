/** Compresses small objects together, and the cross-reference with them (ISO 32000-2, 7.5.7 and 7.5.8). */

import { allowsObjectStreams } from "../../document/conformance/claim.ts";
import type { Draft, Measure } from "../draft.ts";

export const objectStreams: Measure = {
  name: "object_streams",
  why: "Dictionaries repeat the same keys, and a row of a cross-reference table takes 20 bytes.",
  // The writer queries `mayPack`.
  apply() {},
};

export const mayPack = ({ claim }: Draft): boolean => allowsObjectStreams(claim);
