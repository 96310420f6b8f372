/** Removes the matches from a document: from the pages, and from everything else that repeats them. */
import type { Box } from "../core/page-layout.ts";
import { failed } from "../core/problem.ts";
import { isOfContent } from "../cos/syntax/content/unsupported.ts";
import { type CosRef, type CosStream, dictOf, isRef } from "../cos/syntax/value.ts";
import { newStream } from "../cos/write/serialize.ts";
import { claimOf } from "../document/conformance/claim.ts";
import { withdrawClaim } from "../document/conformance/withdraw.ts";
import type { EditSession } from "../document/edit.ts";
import { ObjectDraft } from "../document/object-draft.ts";
import { shownBox } from "../document/pages/display-space.ts";
import { dictAt } from "../document/typed-get.ts";
import { shrinkPrograms } from "../fonts/subset/programs.ts";
import { trimFonts } from "../fonts/subset/trim.ts";
import { pageContent } from "../reading/interpreter/content/page-source.ts";
import { documentRun, watchPage } from "../reading/interpreter/interpret-page.ts";
import type { DocumentRun } from "../reading/interpreter/page-run.ts";
import { boxesOfFields, type Counts, count, dropStaleAppearances, redactAnnotations } from "./annotations.ts";
import { clearAside } from "./content/aside.ts";
import { type Cover, coverAreas } from "./content/cover.ts";
import { clearHiddenStates } from "./content/hidden-states.ts";
import { type ImageEdit, imageName, recodeBilevel, redactedImage } from "./content/image-samples.ts";
import { PageEditor, withObjects } from "./content/page-editor.ts";
import { clearElements } from "./elements.ts";
import { emptyForm } from "./empty-form.ts";
import { probeOf, probeTexts } from "./proof/probe.ts";
import type { PageTarget } from "./target.ts";
import { unshown, wordsOf } from "./words/lost-words.ts";
import type { Wanted, WordCheck } from "./words/word-check.ts";

export interface Redaction {
  /** By page. */
  readonly targets: ReadonlyMap<number, PageTarget>;
  /** The caller's items. */
  readonly wanted: readonly Wanted[];
  readonly words: WordCheck;
  /** Texts that were found. */
  readonly texts: readonly string[];
  readonly keepsFiles: boolean;
  readonly cover: Cover;
  onPage(done: number): void;
  /** The text of a page before. */
  textOf(page: number): string;
}

export interface Redacted {
  readonly counts: Counts;
  /** Texts that were removed. */
  readonly texts: readonly string[];
  /** Names of items that were found in patterns, masks and glyphs. */
  readonly names: ReadonlySet<string>;
  /** By page: areas where the picture may differ from before. */
  readonly changed: ReadonlyMap<number, readonly Box[]>;
}

/** Redacts the session's document. Throws 422 if a page can't be redacted with certainty. */
export async function redactDocument(session: EditSession, redaction: Redaction): Promise<Redacted> {
  const { targets, keepsFiles, cover } = redaction;
  const counts: Counts = new Map();
  const images: ShownImage[] = [];
  const run = documentRun(session.document, () => {});
  const changed = new Map<number, Box[]>();
  const marks = new Map<number, ReadonlySet<number>>();
  const fields = new Set<number>();
  const objects = new Set<number>();
  const lost: string[] = [];
  const looks: CosStream[] = [];
  const keptOn = new Map<number, string>();
  const texts = [...redaction.texts];
  let done = 0;
  const names = clearedAside(session, run, redaction.wanted);

  for (const [page, target] of targets) {
    const addImage = (edit: ImageEdit): CosRef => {
      const made = session.add(null);
      images.push({ num: made.num, edit, page });
      return made;
    };
    const editor = new PageEditor(session, target, addImage);
    editPage(session, run, page, editor);
    for (const [what, by] of Object.entries(editor.removed)) if (by > 0) count(counts, what, by);
    texts.push(...linesOf(editor.glyphs));
    marks.set(session.objectOf(page), editor.touchedMarks);
    for (const num of editor.touchedObjects) objects.add(num);
    if (target.hasAreas) lost.push(...wordsOf(linesOf(editor.glyphs).join("\n")));
    keptOn.set(page, linesOf(editor.kept).join("\n"));
    const edit = { counts, keepsFiles, fields, touched: objects, lost, looks };
    const gone = redactAnnotations(session, page, target, edit);
    const areas = target.areas.map((area) => grown(area, editor.margin));
    const inks = editor.glyphs.map(({ box }) => grown(box, inkReach * (box.y1 - box.y0)));
    // Where a page shows a pattern or mask that lost a text isn't known.
    const isAnywhere = names.size > 0 && editor.showsAside;
    const everywhere = isAnywhere ? [shownBox(session.boxes(page).cropBox, session.boxes(page))] : [];
    changed.set(page, [...areas, ...inks, ...gone, ...everywhere]);
    redaction.onPage(++done);
  }

  for (const [page, boxes] of changed) boxes.push(...boxesOfFields(session, page, fields));
  for (const { page, edit } of await redactImages(session, images)) changed.get(page)?.push(edit.box);
  const described = clearElements(session, marks, objects);
  if (described > 0) count(counts, "structure_entries", described);
  const probe = probeOf(session.cos, looks);
  if (probe)
    for await (const drawn of probeTexts(probe, session.context.readers))
      lost.push(...wordsOf(drawn.map((text = "") => text).join("\n")));
  texts.push(...unshown(lost, keptOn, session.pageCount, redaction.textOf));
  const cleared = await clearHiddenStates(session, redaction.words);
  if (cleared > 0) count(counts, "field_states", cleared);
  dropStaleAppearances(session, fields);
  const hasFiles = dictAt(session.cos, session.cos.catalog.get("Names"))?.has("EmbeddedFiles") === true;
  if (!keepsFiles && hasFiles && claimOf(session.cos).pdfa?.level === "F")
    withdrawClaim(session, "pdfa", "it no longer has attached files");
  if (counts.has("fields")) withdrawClaim(session, "pdfa", "form fields lost their appearance");
  await coverAreas(session, targets, cover);
  await recodeBilevel(session);
  blankFonts(session);
  session.requireRewrite();

  return { counts, changed, texts, names };
}

/** Of a glyph's height: how far the ink of italics may reach beyond its box. */
const inkReach = 0.2;

const grown = ({ x0, y0, x1, y1 }: Box, by: number): Box => ({
  ...{ x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by },
});

function clearedAside(
  session: EditSession,
  run: DocumentRun,
  wanted: readonly Wanted[],
): ReadonlySet<string> {
  const what = "The document can't be redacted: a pattern, mask or glyph of it";
  return wanted.length === 0 ? new Set() : readable(what, () => clearAside(session, run, wanted));
}

function editPage(session: EditSession, run: DocumentRun, page: number, editor: PageEditor): void {
  readable(`page ${page} can't be redacted: its content`, () =>
    watchPage(
      run,
      page,
      pageContent(session.document, page, () => {}),
      editor,
    ),
  );
  const { result } = editor;
  if (!result) throw failed(`page ${page} can't be redacted: its content can't be read`);
  const { cos } = session;
  const resources = dictAt(cos, session.attribute(page, "Resources")) ?? dictOf({});
  const dict = session.changePage(page);
  dict.set("Resources", withObjects(cos, resources, result.made, result.content));
  dict.set("Contents", session.add(newStream(new Map(), result.content, { deflate: true })));
}

/** Reads content. Throws 422, naming `what`, if that leaves doubts. */
function readable<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isOfContent(error)) throw error;
    throw failed(`${what} can't be read with certainty (${error.reason})`, { cause: error });
  }
}

/** An image that a page shows in part: its number from now on. */
interface ShownImage {
  readonly num: number;
  readonly edit: ImageEdit;
  readonly page: number;
}

/** Redacts images. Returns those that can't be decoded, which go whole. */
async function redactImages(session: EditSession, images: readonly ShownImage[]): Promise<ShownImage[]> {
  const gone: ShownImage[] = [];

  for (const image of images) {
    const { num, edit, page } = image;
    const made = await redactedImage(session, edit);
    if (!made) {
      gone.push(image);
      const kind = imageName(session, edit.image);
      session.context.warn(
        `page ${page}: an image (${kind}) could not be decoded and was removed completely`,
      );
    }
    session.set(num, made ?? emptyForm());
  }

  return gone;
}

/** In ems of a line: glyphs farther apart are separated by a space. */
const spaceGap = 0.2;

/** The text of glyphs, line by line. */
function linesOf(glyphs: PageEditor["glyphs"]): string[] {
  const lines: string[] = [];
  let last: PageEditor["glyphs"][number] | undefined;

  for (const glyph of glyphs) {
    const height = glyph.box.y1 - glyph.box.y0;
    const isSame = last !== undefined && Math.abs(last.baseline - glyph.baseline) < 0.5;
    const gap = last === undefined ? 0 : glyph.box.x0 - last.box.x1;
    if (!isSame) lines.push(glyph.text);
    else lines[lines.length - 1] += (gap > spaceGap * height ? " " : "") + glyph.text;
    last = glyph;
  }

  return lines;
}

/** Blanks glyphs that are no longer shown, and drops their entries in the fonts, so that nobody can infer the removed text. */
function blankFonts(session: EditSession): void {
  session.completeTree();
  const draft = new ObjectDraft(session);
  shrinkPrograms(draft);
  trimFonts(draft);
  for (const [num, value] of draft.changes) if (!isRef(value)) session.set(num, value);
}
