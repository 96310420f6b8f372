/** The registry of page operations, the building blocks of pipelines and batches. */
import { crop } from "./crop.ts";
import { extract } from "./extract.ts";
import { flatten } from "./flatten.ts";
import { labels } from "./labels.ts";
import { metadataClear } from "./metadata-clear.ts";
import { remove } from "./remove.ts";
import { rotate } from "./rotate.ts";
import { scale } from "./scale.ts";
import type { Step } from "./step.ts";
import { watermark } from "./watermark.ts";

export const steps: readonly Step[] = [
  extract,
  remove,
  rotate,
  crop,
  scale,
  flatten,
  labels,
  watermark,
  metadataClear,
];
