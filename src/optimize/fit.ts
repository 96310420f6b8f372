/** The least reduction of images with which a file is at most so large. */
import { getOrInsert } from "../core/collections/maps.ts";
import { imageDpi } from "../core/limits.ts";
import type { Readers } from "../core/readers.ts";
import type { EditSession } from "../document/edit.ts";
import { Draft } from "./draft.ts";
import { type ImageOptions, type ImageSizes, reduced } from "./measures/images.ts";
import { recode } from "./recode.ts";

interface Step {
  /** Undefined: each image's own. */
  readonly max_dpi: number | undefined;
  readonly quality: number;
}

/** By the numbers of images; others stay as they are. */
export type ImagePlan = ReadonlyMap<number, Step>;

export interface Fitter {
  /** The least loss that saves so many bytes; undefined if nothing saves as many. */
  plan(bytes: number): Promise<ImagePlan | undefined>;
  /** Everything that can be saved. */
  most(): Promise<ImagePlan>;
}

/** The best quality of a JPEG: beyond, it takes many bytes for nothing that anybody sees. */
const bestQuality = 95;
/** How far first the quality goes down, then the resolution. */
const stages: readonly { readonly quality: number; readonly dpi?: number }[] = [
  { quality: 50, dpi: 100 },
  { quality: 30, dpi: 72 },
  { quality: 10, dpi: imageDpi.min },
  { quality: 1 },
];
/** Images that are tried at every step of a search: with many, the others are like them. */
const mostSampled = 8;
/** The factor between two resolutions. */
const dpiStep = 0.92;

/** `images`: the bytes of each image without loss. No image gets less than `floor`. */
export function createFitter(
  session: EditSession,
  images: ReadonlyMap<number, number>,
  {
    floor,
    readers,
    drawn,
  }: { readonly floor: ImageOptions; readonly readers: Readers; readonly drawn: ImageSizes },
): Fitter {
  const steps = stepsTo(floor);
  const last = steps.length - 1;
  const all = [...images.keys()];
  const some = evenly(all, mostSampled);
  const known = new Map<string, Promise<ReadonlyMap<number, number>>>();

  /** Bytes saved by each of these images that saves any at a step; before the first, none is reduced. */
  const savedAt = (step: number, nums: readonly number[] = all) =>
    getOrInsert(known, `${step} ${nums.length}`, async () => {
      const options = steps[step];
      const saved = new Map<number, number>();
      if (!options) return saved;
      // Each reads images again, for which a draft has room once.
      const draft = new Draft(session);
      for (const num of nums) {
        const bytes = images.get(num) ?? 0;
        const made = await reduced(draft, num, { options, readers, drawn: drawn.get(num) });
        const gain = made ? bytes - draft.sizeOf(recode(made, "other")) : 0;
        if (gain > 0) saved.set(num, gain);
      }
      return saved;
    });

  const planAt = (step: number, nums: Iterable<number>): [number, Step][] => {
    const options = steps[step];
    return options ? Array.from(nums, (num) => [num, options]) : [];
  };

  const bytesOf = (nums: readonly number[]) => nums.reduce((sum, num) => sum + (images.get(num) ?? 0), 0);

  /** The first step that saves so many bytes, judged by some images. */
  const guess = async (bytes: number) => {
    const wanted = (bytes * bytesOf(some)) / Math.max(1, bytesOf(all));
    let [less, more] = [-1, last];
    while (more - less > 1) {
      const middle = Math.floor((less + more) / 2);
      if (sum(await savedAt(middle, some)) < wanted) less = middle;
      else more = middle;
    }
    return more;
  };

  return {
    async plan(bytes) {
      let more = await guess(bytes);
      while (more < last && sum(await savedAt(more)) < bytes) more++;
      if (sum(await savedAt(more)) < bytes) return undefined;
      while (more > 0 && sum(await savedAt(more - 1)) >= bytes) more--;

      const [saved, before] = [await savedAt(more), await savedAt(more - 1)];
      let spare = sum(saved) - bytes;
      // As many images as possible take one step less.
      const kept = [...saved.keys()].filter((num) => {
        const lost = (saved.get(num) ?? 0) - (before.get(num) ?? 0);
        if (lost > spare) return false;
        spare -= lost;
        return true;
      });
      const others = [...saved.keys()].filter((num) => !kept.includes(num));
      return new Map([
        ...planAt(more, others),
        ...planAt(
          more - 1,
          kept.filter((num) => before.has(num)),
        ),
      ]);
    },
    async most() {
      return new Map(planAt(last, (await savedAt(last)).keys()));
    },
  };
}

/** At most so many items, at equal distances. */
const evenly = (items: readonly number[], most: number) =>
  items.length <= most
    ? items
    : Array.from({ length: most }, (_, k) => items[Math.floor((k * items.length) / most)] ?? 0);

const sum = (saved: ReadonlyMap<number, number>) => [...saved.values()].reduce((all, one) => all + one, 0);

/** From the least loss to the most. */
function stepsTo({ max_dpi: leastDpi = imageDpi.min, quality: leastQuality = 1 }: ImageOptions): Step[] {
  const steps: Step[] = [];
  let dpi: number | undefined;
  let quality = Math.max(bestQuality, leastQuality) + 1;
  for (const stage of stages) {
    const lastQuality = Math.max(stage.quality, leastQuality);
    for (; quality > lastQuality; quality--) steps.push({ max_dpi: dpi, quality: quality - 1 });
    if (stage.dpi === undefined) continue;
    const lastDpi = Math.max(stage.dpi, leastDpi);
    dpi ??= imageDpi.max;
    while (dpi > lastDpi) {
      dpi = Math.max(lastDpi, dpi * dpiStep);
      steps.push({ max_dpi: dpi, quality });
    }
  }
  return steps;
}
