/** What became of reduced images, for people: twelve images of pages 3 to 9 have 150 dpi and JPEG quality 60. */
import { getOrInsert } from "../core/collections/maps.ts";
import { isNamed, isStream } from "../cos/syntax/value.ts";
import { numberAt } from "../document/typed-get.ts";
import type { Draft } from "./draft.ts";
import type { ImagePlan } from "./fit.ts";
import { pagesUsing, selectorOf } from "./largest.ts";
import type { ImageSizes } from "./measures/images.ts";

export interface Reduced {
  /** A selector of the pages that use them. */
  readonly pages?: string;
  /** How many. */
  readonly images: number;
  /** The finest resolution at which one is shown; absent if unknown. */
  readonly dpi?: number;
  /** Of JPEG; absent if they are stored without loss, with fewer samples. */
  readonly quality?: number;
}

const pointsPerInch = 72;

/** Groups the plan's images by their new resolution and quality. */
export function reducedImages(draft: Draft, plan: ImagePlan, drawn: ImageSizes): Reduced[] {
  const groups = new Map<
    string,
    { readonly quality: number | undefined; readonly nums: number[]; dpi: number }
  >();
  for (const [num, step] of plan) {
    const stream = draft.get(num);
    if (!isStream(stream)) continue;
    const { dict } = stream;
    const quality = isNamed(dict.get("Filter"), "DCTDecode") ? step.quality : undefined;
    const group = getOrInsert(groups, `${step.max_dpi} ${quality}`, () => ({ quality, nums: [], dpi: 0 }));
    group.nums.push(num);
    const [width, height] = drawn.get(num) ?? [0, 0];
    const across = ((numberAt(draft.cos, dict.get("Width")) ?? 0) * pointsPerInch) / width;
    const down = ((numberAt(draft.cos, dict.get("Height")) ?? 0) * pointsPerInch) / height;
    const dpi = Math.max(across, down);
    if (Number.isFinite(dpi)) group.dpi = Math.max(group.dpi, Math.round(dpi));
  }
  const pages = pagesUsing(draft);
  return [...groups.values()].map(({ quality, nums, dpi }) => ({
    ...selectorOf(pages(nums)),
    images: nums.length,
    ...(dpi > 0 && { dpi }),
    ...(quality !== undefined && { quality }),
  }));
}
