/** Runs a reading model's self-test: a page is rendered, read and cleaned without a service. */
import { sourceOf } from "../../../core/document-io.ts";
import type { ModelName, ReadingSettings } from "../../../core/page-reading.ts";
import type { Readers } from "../../../core/readers.ts";
import { pixelSize } from "../../../models/page-model/page-size.ts";
import { openReading } from "../../../models/reading/reading.ts";
import { judge, type SelftestResult, selftestPdf, selftestText } from "../../../models/selftest.ts";
import { modelMarkdown } from "../../../reading/model-output/block-text.ts";
import { modelBlocks } from "../../../reading/model-output/blocks.ts";
import { cleanText } from "../../../reading/model-output/clean.ts";

export interface SelftestOptions {
  readonly readers: Pick<Readers, "openPages">;
  readonly settings: ReadingSettings;
  /** Id of this process. */
  readonly parent: number;
  readonly signal?: AbortSignal | undefined;
}

/** Throws 422 `operation_failed` like the tools; `cancelled` once `signal` aborts. */
export async function selftest(model: ModelName, options: SelftestOptions): Promise<SelftestResult> {
  let ready: number | undefined;
  using reading = openReading({
    settings: options.settings,
    parent: options.parent,
    log: ({ what }) => {
      if (what === "ready") ready = performance.now();
    },
  });
  await reading.ready(model);
  const started = performance.now();
  const png = await drawn(options.readers);
  const asked = performance.now();
  const { text: written } = await reading.read({ model, page: 1, png }, options.signal);
  const ended = performance.now();
  const text = modelBlocks(cleanText(written)).map(modelMarkdown).filter(Boolean).join("\n\n");
  const begun = ready ?? asked;

  return {
    model,
    expected: selftestText,
    text,
    ...judge(text),
    times: { render: asked - started, load: begun - asked, read: ended - begun },
  };
}

async function drawn({ openPages }: SelftestOptions["readers"]): Promise<string> {
  using pages = await openPages(sourceOf(selftestPdf()));
  const image = pages.draw(1, pixelSize(pages.size(1)));
  if (!image) throw new Error("the self-test page was rendered blank");
  return Buffer.from(image.png).toString("base64");
}
