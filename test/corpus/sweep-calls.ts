/** The sweep's calls: every tool that writes one file, and the pages that it must not change. */
import type { CorpusFile } from "../support/corpus.ts";

export interface SweepCall {
  /** The name in the counts: the tool or the step. */
  readonly name: string;
  readonly tool: string;
  readonly fields: object;
  /** The result's page count, by the input's. */
  pages(count: number): number;
  /** The page of the input (1-based) that page `page` of the result must look like; 0: it's meant to look different. */
  origin(page: number, count: number): number;
  /** The password that opens the result. */
  readonly password?: string;
  /** The share of pixels that may clearly differ: a different program renders missing appearances. */
  readonly tolerance?: number;
  /** The minimum page count of the input. */
  readonly least?: number;
}

const same = (page: number) => page;
/** Only page 1 changes. */
const others = (page: number) => (page === 1 ? 0 : page);
const all = (count: number) => count;

function step(name: string, steps: readonly object[], origin: SweepCall["origin"], tolerance = 0): SweepCall {
  return { name, tool: "pdf_run_pipeline", fields: { steps }, pages: all, origin, tolerance };
}

/** Calls with `input` and `output`, in the order they run. */
export function sweepCalls(file: CorpusFile): readonly SweepCall[] {
  const simple = (tool: string, fields: object, origin: SweepCall["origin"]): SweepCall => ({
    name: tool,
    tool,
    fields,
    pages: all,
    origin,
  });
  const known = file.user_password ?? file.owner_password ?? "";
  return [
    simple("pdf_rotate_pages", { pages: "1" }, others),
    { ...simple("pdf_extract_pages", { pages: "1" }, same), pages: () => 1 },
    {
      ...simple("pdf_remove_pages", { pages: "1" }, (page) => page + 1),
      pages: (count) => count - 1,
      least: 2,
    },
    simple("pdf_add_page_labels", { pages: "1" }, others),
    simple("pdf_add_watermark", { pages: "1", text: "sweep" }, others),
    simple("pdf_remove_metadata", {}, same),
    simple("pdf_repair", {}, same),
    { ...simple("pdf_protect", { password: "sweep" }, same), password: "sweep" },
    simple("pdf_unlock", { password: known }, same),
    step("crop", [{ action: "crop", options: { pages: "1", margins: 1 } }], others),
    step("scale", [{ action: "scale", options: { pages: "1", factor: 0.5 } }], others),
    step("flatten", [{ action: "flatten" }], same, 0.03),
    {
      ...step(
        "pdf_run_pipeline",
        [
          { action: "rotate", options: { angle: 180 } },
          { action: "scale", options: { size: "A4" } },
          { action: "flatten" },
          { action: "labels" },
          { action: "watermark", options: { text: "sweep" } },
          { action: "metadata-clear" },
        ],
        () => 0,
      ),
    },
  ];
}
