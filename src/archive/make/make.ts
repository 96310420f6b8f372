/**
 * Makes a document PDF/A: fixes everything its level forbids, without changing its look, and writes it. The caller checks the
 * written file against the level, and proves that nothing was lost.
 */
import type { ByteSink, ByteSource } from "../../core/document-io.ts";
import { isRef } from "../../cos/syntax/value.ts";
import { ObjectCopier } from "../../cos/write/copy-objects.ts";
import { Rewriter } from "../../cos/write/rewrite.ts";
import type { EditSession } from "../../document/edit.ts";
import { isArchivedFile } from "../check.ts";
import { familyOf, type Level, type PdfAProfile } from "../profile.ts";
import type { Report } from "../rule.ts";
import { readIntents } from "../survey/color.ts";
import { surveyDocument } from "../survey/survey.ts";
import { fixAnnotations } from "./annotations.ts";
import { fixAttachments } from "./attachments.ts";
import { fixColor } from "./color.ts";
import {
  fixBoxes,
  fixCatalog,
  fixDicts,
  fixGroups,
  fixLayers,
  fixResources,
  fixStreams,
  separateFonts,
} from "./document-fixes.ts";
import { type Change, changeNotes, type Fixing, type MakeOptions, type Usage } from "./fixing.ts";
import { fixFonts } from "./fonts.ts";
import { fixMetadata } from "./metadata.ts";
import { countParts, type Parts } from "./parts.ts";

export interface Made {
  readonly changes: readonly Change[];
  /** How many there were of each part that must be kept. */
  readonly parts: Parts;
  /** Fonts that aren't embedded, and for which there is no other. */
  readonly missing: readonly string[];
}

/** In order: later ones see what earlier ones made, appearances and profiles among them. The catalog says which are stale. */
const fixes: readonly ((fixing: Fixing) => Promise<void> | void)[] = [
  fixAnnotations,
  fixCatalog,
  fixDicts,
  fixStreams,
  fixBoxes,
  fixResources,
  fixGroups,
  fixLayers,
  fixFonts,
  fixColor,
  fixMetadata,
];

/**
 * Changes the session's document so that it conforms to a level, as far as that is possible. Throws 422 `operation_failed` for
 * what the level can't have: attachments, or fonts that aren't there.
 */
export async function makePdfA(
  source: ByteSource,
  session: EditSession,
  options: MakeOptions,
): Promise<Made> {
  const { level } = options;
  const profile: PdfAProfile = `pdfa-${level}`;
  const { note, changes } = changeNotes();
  const parts = countParts(session.document);
  session.requireRewrite();
  separateFonts(session);
  const fixing: Fixing = {
    ...options,
    session,
    profile,
    family: familyOf(profile),
    usage: usageOf(source, session),
    missing: new Set(),
    note,
  };

  fixAttachments(fixing, (file) => isArchivedFile(file, profile, 0));
  for (const fix of fixes) {
    await fix(fixing);
    // New drawings use fonts and colors too.
    if (fix === fixAnnotations && changes().some(({ what }) => what === "appearances"))
      fixing.usage = usageOf(source, session);
  }
  if (session.cos.encryption) {
    session.encrypt(undefined);
    note("encryption");
    session.context.warn(
      "PDF/A forbids encryption: the result opens without a password, and its permissions are gone",
    );
  }
  return { changes: changes(), parts, missing: [...fixing.missing] };
}

/** Surveys the document as it is, with what annotations show. */
function usageOf(source: ByteSource, session: EditSession): Usage {
  const devices = new Set<"deviceRgb" | "deviceCmyk" | "deviceGray">();
  let isTransparent = false;
  let overprintsIcc = false;
  const report: Report = (kind, fact) => {
    if (kind === "deviceRgb" || kind === "deviceCmyk" || kind === "deviceGray") devices.add(kind);
    if (kind === "iccCmyk" && typeof fact === "object" && "overprints" in fact && fact.mode !== 0)
      overprintsIcc ||= fact.overprints;
    if (kind === "xobject" && typeof fact === "object" && "has" in fact && fact.has("SMask"))
      isTransparent = true;
    if (kind === "graphicsState" && typeof fact === "object" && "hasAny" in fact && isSeeThrough(fact))
      isTransparent = true;
  };
  const { fonts } = surveyDocument(source, session.document, {
    report,
    isAccessible: false,
    isArchived: () => undefined,
  });
  // Device CMYK that needs a calibrated space beside an RGB output intent.
  const { space } = readIntents(session.cos, session.cos.catalog.get("OutputIntents"));
  overprintsIcc ||= devices.has("deviceCmyk") && (devices.has("deviceRgb") || space === "RGB ");
  return { fonts, devices, isTransparent, overprintsIcc };
}

function isSeeThrough(state: {
  number(key: string): number | undefined;
  name(key: string): string | undefined;
  has(key: string): boolean;
}): boolean {
  const mode = state.name("BM") ?? "Normal";
  return (
    (state.number("CA") ?? 1) < 1 ||
    (state.number("ca") ?? 1) < 1 ||
    (state.has("SMask") && state.name("SMask") !== "None") ||
    (mode !== "Normal" && mode !== "Compatible")
  );
}

/** Versions of PDF on which the parts of ISO 19005 are based. */
const versions = { a1: "1.4", a2: "1.7", a4: "2.0", ua1: "1.7", lint: "1.7" } as const;

/** Writes the session's document for a level: unencrypted, with the version and cross-reference that the level asks for. */
export function writePdfA(session: EditSession, sink: ByteSink, level: Level): void {
  session.completeTree();
  const family = familyOf(`pdfa-${level}`);
  const { cos } = session;
  const rewriter = new Rewriter(sink, {
    version: versions[family],
    ...(family === "a1" && { objectStreams: false }),
  });
  const copier = new ObjectCopier(cos, rewriter);
  const root = cos.trailer.get("Root");
  const info = family === "a4" ? undefined : cos.trailer.get("Info");
  const target = {
    root: isRef(root) ? copier.map(root.num) : 0,
    info: isRef(info) ? copier.map(info.num) : 0,
  };
  copier.drain();
  rewriter.finish(target);
}
