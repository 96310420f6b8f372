/** Letterheads, stamps and signatures as pictures: pages of another PDF, or an image, over or under pages. */
import * as v from "valibot";
import { keepClaims } from "../../archive/keep-claims.ts";
import type { InputFile } from "../../core/document-io.ts";
import {
  choice,
  help,
  inputField,
  newFileSchema,
  optionalPagesField,
  outputField,
  partField,
  passwordField,
  stampPasswordField,
  textField,
} from "../../core/fields.ts";
import { inPages, pageRanges, pageSet } from "../../core/page-selector.ts";
import { invalid } from "../../core/problem.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import { bringStamp, drawStamp, type StampedPage } from "../../document/arrange/overlay.ts";
import { type StampPlace, stampMatrix } from "../../document/arrange/stamp-place.ts";
import type { EditSession } from "../../document/edit.ts";
import { flattenPages } from "../../document/flatten/flatten.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageBoxes } from "../../document/pages/boxes.ts";
import { type DisplaySpace, displaySpace, shownBox } from "../../document/pages/display-space.ts";
import { inverse, multiply, transformBox } from "../../document/pages/matrix.ts";
import { positions } from "../../document/stamp/place.ts";
import { warnOfDynamicXfa } from "../../document/xfa.ts";
import { coverage } from "../../reading/covered.ts";
import { openDocument } from "../../recovery/open-document.ts";
import { withRepairs } from "../../recovery/with-repair.ts";
import { editInto } from "../shared/edit-tool.ts";
import { openStamp, type Stamp } from "../shared/pictures/open-stamp.ts";
import { boxOnPage } from "../shared/pictures/page-picture.ts";

const look = {
  stamp_pages: v.optional(
    choice(["first", "each", "cycle"], "each: page n on the nth page, then the last one."),
    "first",
  ),
  under: v.optional(v.pipe(v.boolean(), help("Below the pages' own content.")), false),
  position: v.optional(
    choice(["fill", ...positions], "Default: fill; middle-center for an image or with width."),
  ),
  bbox: v.optional(partField("Instead of position,")),
  width: v.optional(
    v.pipe(
      v.number(),
      v.minValue(1),
      v.maxValue(14_400),
      help("Points, before it is turned; at most as large as the page. Default: its own size."),
    ),
  ),
  opacity: v.optional(
    v.pipe(v.number(), v.minValue(0), v.maxValue(1), help("0 to 1, of the stamp as a whole.")),
    1,
  ),
  rotate: v.optional(v.pipe(v.number(), v.finite(), help("Degrees clockwise.")), 0),
};
const given = v.object(look);
type Look = v.InferOutput<typeof given>;

export const pdfOverlay = defineTool({
  name: "pdf_overlay",
  title: "Overlay a stamp",
  description:
    "Puts pages of another PDF or an image over or under pages: letterheads, stamps. Links and comments of the stamp come along.",
  input: v.strictObject({
    input: inputField,
    pages: optionalPagesField,
    stamp: textField("Path of a PDF or image. Inside an allowed folder."),
    stamp_password: stampPasswordField,
    ...look,
    output: outputField,
    password: passwordField,
  }),
  output: newFileSchema,
  annotations: writes,
  async run({ input, stamp, output, ...rest }, context) {
    checkPlace(rest);
    using source = context.files.openInput(input, "input");
    using stampFile = context.files.openInput(stamp, "stamp");

    return await withRepairs(async (damages, at) => {
      /** Damage found from now on is this file's. */
      const reading = ({ path, field }: InputFile) => {
        Object.assign(at, { key: field, name: path });
        return damages.get(field);
      };
      const { password, stamp_password } = rest;
      const document = await openDocument(source, context, { password, damage: reading(source) });
      const pages = [...pageSet(rest.pages, document.pages.count)];
      using target = context.files.newFile(output, "output");

      const count = await editInto(source, target, context, {
        password,
        opened: document,
        async edit(session) {
          warnOfDynamicXfa(session);
          const targets = pages.map((page) => ({ page, space: displaySpace(session.boxes(page)) }));
          const damage = reading(stampFile);
          const opened = await openStamp(stampFile, context, { password: stamp_password, damage });
          const placed = await placeStamp(opened, targets, rest);
          const brought = bringStamp(session, opened.session, placed, rest.opacity < 1);
          reading(source);
          drawStamp(session, placed, brought, rest);
          if (rest.under) warnOfHidden(document, opened.session, placed, context);
          keepClaims(source, document, session);
        },
      });
      const { path, bytes } = target.publish();

      return { output: path, pages: count, bytes };
    });
  },
});

function checkPlace({ position, bbox, width }: Look): void {
  if (bbox !== undefined && position !== undefined)
    throw invalid("bbox", ({ field }) => `can't be combined with ${field("position")}; give one of them`);
  if (width === undefined || (bbox === undefined && position !== "fill")) return;
  const other = bbox === undefined ? "position" : "bbox";
  throw invalid("width", ({ field }) => `doesn't work with ${field(other)}, which sets the stamp's size`);
}

interface Target {
  readonly page: number;
  readonly space: DisplaySpace;
}

/** Chooses a page of the stamp for each page, draws its form fields into it, and finds its place. */
async function placeStamp(
  { session, isImage }: Stamp,
  targets: readonly Target[],
  wanted: Look,
): Promise<StampedPage[]> {
  const last = session.pageCount;
  const chosen = {
    first: () => 1,
    each: (k: number) => Math.min(k + 1, last),
    cycle: (k: number) => (k % last) + 1,
  };
  const uses = targets.map((target, k) => ({ ...target, stamp: chosen[wanted.stamp_pages](k) }));
  await flattenPages(session, new Set(uses.map(({ stamp }) => stamp)), "forms");

  return uses.map(({ page, space, stamp }) => {
    const own = displaySpace(session.boxes(stamp));
    const at = placeOf(wanted, isImage, page, space);
    const displayed = stampMatrix(own, space, { at, width: wanted.width, rotate: wanted.rotate });
    return { page, stamp, matrix: multiply(multiply(inverse(own.toUser), displayed), space.toUser) };
  });
}

function placeOf(
  { position, bbox, width }: Look,
  isImage: boolean,
  page: number,
  space: DisplaySpace,
): StampPlace["at"] {
  const isPlaced = isImage || width !== undefined;
  const at = position ?? (isPlaced && bbox === undefined ? "middle-center" : "fill");
  if (at !== "fill") return at;
  const { x0, y0, x1, y1 } = boxOnPage(space, bbox, page);
  return { x0, y0: space.height - y1, x1, y1: space.height - y0 };
}

/** Warns of pages that paint opaque areas over all of a stamp below them. */
function warnOfHidden(
  document: PdfDocument,
  stamp: EditSession,
  placed: readonly StampedPage[],
  context: ToolContext,
): void {
  const covers = coverage(document);
  const hidden = placed.filter(({ page, stamp: of, matrix }) => {
    const box = transformBox(matrix, stamp.boxes(of).cropBox);
    return covers(page, shownBox(box, pageBoxes(document.cos, document.pages, page)));
  });
  if (hidden.length === 0) return;
  const pages = inPages(pageRanges(hidden.map(({ page }) => page)));
  context.warn(`the stamp is hidden on ${pages}: what the page shows covers all of it`);
}
