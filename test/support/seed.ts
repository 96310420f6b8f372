/**
 * Property tests try the same values in every run, so that a test fails for a change and not for the day. Others are tried with
 * PDFD_SEED, and by `npm run fuzz`, which takes a new one again and again. A failure names its seed.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.PDFD_SEED ?? 20_260_113) });
