/**
 * Property tests try the same values in every run, so that a failure is due to a change and not to chance. PDFD_SEED
 * tries others, and `npm run fuzz` takes a new seed again and again. A failure names its seed.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.PDFD_SEED ?? 20_260_113) });
