/** What checking signatures costs, and how a call pays for it: a file of thousands must end, and say what it left out. */
import type { Work } from "../core/work.ts";

/** Work that is left for the rest of the call. */
const reserve = 2_000_000;

/** Pays for steps. False, and nothing is paid, if too little would be left. */
export function pays(work: Work, steps: number): boolean {
  if (work.left < steps + reserve) return false;
  work.left -= steps;
  return true;
}

/** Steps by what takes as long: about a microsecond is three. */
export const steps = {
  /** Reading the CMS data of a signature or a time stamp, by its length in bytes. */
  parsing: (length: number) => 5000 + 4 * length,
  /** Hashing bytes. */
  hashing: (bytes: number) => Math.ceil(bytes / 64),
  /** Checking a signature with a public key. */
  verifying: 2000,
};

/** A doubt about a signature that isn't checked to its end. */
export const tooMuchWork = "the file has too much to check: this was left out";
