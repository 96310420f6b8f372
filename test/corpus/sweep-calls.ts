/** The calls of the sweep: every tool that writes one file, and which pages it does not mean to change. */
import type { CorpusFile } from "../support/corpus.ts";

export interface SweepCall {
  /** What the counts call it: the tool, or the step. */
  readonly name: string;
  readonly tool: string;
  readonly fields: object;
  /** Pages of the result, from those of the input. */
  pages(count: number): number;
  /** The page of the input (1-based) that page `page` of the result looks like; 0: it is meant to look otherwise. */
  origin(page: number, count: number): number;
  /** What opens the result. */
  readonly password?: string;
  /** The part of pixels that may differ clearly: appearances that were missing are drawn by another program. */
  readonly tolerance?: number;
  /** Pages that the input must have at least. */
  readonly least?: number;
}

const same = (page: number) => page;
/** Only page 1 is changed. */
const others = (page: number) => (page === 1 ? 0 : page);
const all = (count: number) => count;

function step(name: string, steps: readonly object[], origin: SweepCall["origin"], tolerance = 0): SweepCall {
  return { name, tool: "pdf_run_pipeline", fields: { steps }, pages: all, origin, tolerance };
}

/** Calls with `input` and `output`, in the order in which they run. */
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
