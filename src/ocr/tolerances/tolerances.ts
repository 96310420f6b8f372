/** Tolerances of text recognition, by the part that they belong to. An em is a line's height or its font size. */
import { confidence, count, em, gray, inch, share } from "../../core/tolerance.ts";

/** A distance on paper in whole pixels. */
export const inPixels = (inches: number, dpi: number): number => Math.max(Math.round(inches * dpi), 1);

/** How sure a reading is. */
export const readings = {
  sureScript: share(0.5, "Below this score, the detected script is meaningless."),
  certainScript: share(2, "From this score on, the detected script is hardly ever wrong."),
  sureText: confidence(75, "From here on, no other models are tried, and what seems turned isn't."),
  beyondDoubt: confidence(
    88,
    "From here on, the script isn't checked: the Latin model is too confident about Vietnamese.",
  ),
  strangeText: confidence(65, "Below this, a page may be in an undetected script, and a line isn't English."),
  leastOfPage: confidence(50, "Below this, a page isn't text."),
  leastOfLine: confidence(40, "Below this, a line isn't text: such lines are seen in pictures and noise."),
} as const;

/** Samples that other models read. */
export const samples = {
  sampledLines: count(5, "Lines are enough to tell models apart."),
  sampledLine: count(12, "Characters make a line long enough for it."),
  mostNotArabic: share(
    0.06,
    "In Persian and Urdu, a sixteenth of the letters isn't Arabic; misread Arabic has half of it.",
  ),
} as const;

export const english = {
  leastCommon: share(
    0.12,
    "Of the words are common ones: prose in English has a quarter to a half, others less than a twentieth.",
  ),
  fewestWords: count(12, "Fewer words of a text show no language."),
  sureWord: confidence(88, "Below this, a letter of a word may have lost its accent."),
  mostDoubtful: share(
    0.15,
    "Of the words are doubtful; other text is better read with the Latin model at once.",
  ),
  sureAccent: confidence(75, "Accents seen in noise have less."),
  stripHeight: inch(0.6, "A strip with a few lines of text."),
} as const;

/** Lines that were found but not recognized. */
export const unreadLines = {
  unreadText: count(4, "Pictures and noise have fewer characters to a line."),
  leastHeight: share(0.5, "Of the usual line height: less is no text."),
  mostHeight: share(2, "Of the usual line height: more is no text."),
} as const;

/** Rows of letters that the layout analysis missed. */
export const missedLetters = {
  lowest: em(0.35, "Letters are at least this high."),
  highest: em(1.5, "Letters are at most this high."),
  widest: em(8, "Words whose letters touch are at most this wide."),
  widestSpace: em(1.2, "Letters of one row are no farther apart."),
  around: em(0.3, "Ink this close to a line belongs to it."),
  fewest: count(3, "Fewer letters or words are no row."),
} as const;

export const splitLines = {
  widestSpace: em(2.2, "The widest space in a justified line."),
  baselines: em(0.2, "Baselines of one line differ by less."),
  sameEdge: em(0.3, "Edges this close are those of one column."),
  nearby: em(5, "Lines this near show the edges of a column."),
} as const;

export const dotLeaders = {
  largestDot: inch(0.035, "Larger dots are no leader's."),
  widestGap: inch(0.2, "Dots of a leader are no farther apart."),
  fewestDots: count(8, "Fewer dots are an ellipsis."),
  uneven: inch(0.0133, "Gaps between the dots of a row differ by less."),
} as const;

export const listMarks = {
  leastBullet: em(0.12, "Bullets are larger than periods."),
  mostBullet: em(0.5, "Bullets are smaller than letters."),
  lowestBullet: em(0.1, "Bullets are above the baseline, or fill their box."),
  highestBullet: em(0.42, "Bullets are below quotes, or fill their box."),
  filledPart: share(0.55, "Bullets fill more of their box than letters do."),
  leastFilled: em(0.18, "A filled box is a bullet from this size on."),
  markDistance: em(2.2, "A mark is no farther from its line."),
  markWidth: em(2, "A mark is no wider."),
  markGap: em(0.3, "Paper that doesn't end a mark, as between a number and its dot."),
  markedWords: count(3, "Words at the start of a line show how high it is."),
  lowestNumber: em(0.4, "An isolated number is higher."),
  highestNumber: em(1.2, "An isolated number is lower."),
} as const;

export const drawnTable = {
  slack: inch(0.04, "Ends of lines that still count as meeting."),
  soft: inch(0.0133, "Beside a line it is still dark: its edge is soft."),
  smallest: inch(0.0667, "Cells are at least this wide and high."),
  largest: share(0.125, "Of the page: a larger cell is a frame around text."),
  fewest: count(4, "Fewer cells are no table."),
  mostOfSide: share(0.6, "Of a cell's side is covered by its border."),
} as const;

export const brokenLines = {
  piece: inch(0.04, "Pieces of a line of this length have ink in most, if it is broken."),
  thick: inch(0.0133, "The width of such a line."),
  aside: inch(0.0333, "At this distance beside the line is paper."),
  leastInk: share(0.4, "Of the pieces of a line have ink."),
  mostAside: share(0.2, "Of the paper's pieces beside it do: text has ink beside its strokes."),
  leastRow: inch(0.107, "Rows are at least this high."),
  mostRow: inch(2, "Rows are at most this high."),
} as const;

/** Parts of a picture that are stacked and read as one column. */
export const stacked = {
  between: inch(0.16, "White space around the parts keeps their lines apart."),
} as const;

export const kept = {
  edge: inch(0.0267, "Around a box that is kept, so much is kept with it."),
} as const;

export const ruled = {
  shortestLine: inch(0.3, "A line is longer than a stroke of most letters."),
  thickestLine: inch(0.04, "Anything thicker is an area."),
  gap: inch(0.0133, "So much may be missing in a line."),
  besideLine: inch(0.0133, "Strokes that meet a line are looked for here: its edges are soft."),
  mostMet: share(0.3, "Of its length: a row of letters is met by more strokes."),
} as const;

export const grayValues = {
  ink: gray(185, "Anything darker is ink."),
  faintInk: gray(212, "Ink of a straight line, unlike grain: thin lines are fainter than letters."),
  noInk: gray(200, "Paper begins here when strokes are measured."),
  blackInk: gray(70, "Full ink."),
  lightestInk: gray(185, "Lighter ink isn't darkened."),
  grain: gray(45, "Grain moves values of paper and ink by so much."),
  darkestPart: share(0.05, "Of a line's ink: only grain makes it darker than the ink."),
} as const;

export const strokes = {
  faintRow: share(0.5, "Of a pixel: rows with less ink are white."),
  underline: share(
    0.92,
    "Of a word's width: a row with more ink in its lower half is an underline, not a letter's bar.",
  ),
} as const;

export const light = {
  side: inch(0.107, "Blocks of this size: hardly any letter fills one, so their brightest pixel is paper."),
  largeSide: inch(0.213, "Blurred letters may fill a block: larger ones show whether light is uneven."),
  even: share(0.8, "Of the brightest tenth's light is left in the darkest: no words are lost."),
  darkest: share(0.3, "Of bright paper: anything darker isn't paper, and pictures stay dark."),
  lightest: share(0.92, "Of the brightest paper nearby: from here on, paper is white."),
  solidInk: gray(160, "Ink of a solid area."),
  solid: share(0.8, "Of a block, which no letter covers."),
} as const;

export const perspective = {
  edge: inch(0.02, "Within this distance, the picture gets dark at an edge."),
  contrast: gray(50, "An edge is darker by more."),
  steepest: share(0.14, "Lines rise and fall by less."),
  mostChange: share(0.24, "Slopes change by less across the picture."),
  surely: share(1.03, "Lines converge, or lean, only if they are so much sharper that way."),
  leastSlope: share(0.0044, "A quarter of a degree: recognition tolerates up to one."),
  leastShift: inch(0.0333, "A smaller shift at the picture's edge isn't perspective."),
  fewestPoints: count(500, "Fewer edges are no evidence."),
} as const;

/** Nearly equal sizes and weights of a document's lines. */
export const commonType = {
  boldness: share(1.12, "Strokes of bold lines are so much wider than most."),
  blurred: share(0.05, "Strokes grow by so much less than half of the letters' growth."),
  fewestLines: count(15, "Lines of a page that show how wide its strokes are."),
  sameSize: share(0.1, "Sizes that differ by less are equal."),
  textSize: share(0.08, "Text that is smaller by more is small print."),
  nextLine: em(1.6, "A line is no farther from its neighbor in running text."),
  shrinking: share(0.16, "Beside a line of text, one may be measured so much smaller."),
  shrinkingWithin: share(0.3, "And more within a paragraph, which names in small capitals or code may fill."),
  swelling: share(
    0.18,
    "Elsewhere, text may be measured so much larger; headings that close to it are bold.",
  ),
  codeWeight: share(0.25, "Words of code against those of text, whose size they don't show."),
} as const;

export const fixedPitch = {
  monoWidth: em(0.6, "A character's width in most fonts of one width."),
  sidebearings: share(0.2, "Of a character: a word's ink is narrower than its characters by so much."),
  off: share(0.3, "Of a character: a word may be so far off its place."),
  longWord: count(5, "Characters of a word by which the width of one is measured."),
  fewestLong: count(3, "Two lines with so many long words don't agree by chance."),
  fewestLines: count(3, "More lines of a page don't agree by chance."),
  uneven: share(0.04, "Character widths may differ by so much."),
  nextLine: share(4, "Of a character: baselines of adjacent lines are no farther apart."),
  misread: share(0.3, "Of a line's words may be misread if the adjacent line has fixed width."),
  sureLength: count(24, "Characters of a line that needs no other as evidence."),
  sureWords: count(4, "Words of such a line."),
} as const;

export const runIn = {
  leastSpace: em(0.75, "The space after a heading on the first line of its paragraph."),
  wider: share(1.4, "That space relative to the widest of the others."),
  boldness: share(1.25, "Strokes of its words relative to those after them, which differ little by chance."),
} as const;

export const typeSizing = {
  leastSize: em(0.3, "Less is a part of a letter."),
  ofCapitals: share(0.82, "Strokes of small letters relative to capital ones."),
  slant: share(0.2, "The tangent of the angle of italics."),
  sharper: share(1.01, "So much sharper are the strokes of italics once they are upright."),
} as const;

export const germanWords = {
  fewestCommon: count(3, "Different German words show that a text is German."),
  sureCapital: confidence(80, "Capital letters within words have more where they were printed."),
} as const;

/** Lines in other scripts among Latin ones. */
export const otherScripts = {
  doubtfulLine: confidence(78, "Lines of another script are read with less."),
  fewestLetters: count(4, "Fewer letters show no script."),
  mostLines: count(6, "Lines per page are read again."),
  ownLetters: share(0.25, "Of a text's letters are like no Latin letter."),
  mostLetters: share(0.6, "Of a line's letters are of the script that it is in."),
  rareLetters: share(0.25, "Of a text's letters are those of few Cyrillic alphabets."),
  sureLine: confidence(80, "A line's own model is surer."),
  surer: confidence(12, "And so much surer than the Latin model."),
} as const;

/** Words that another model reads again. */
export const readAgain = {
  sureLatin: confidence(
    60,
    "Letters in digits of other scripts: Latin words nearly always have more than 80, numbers less than 55.",
  ),
} as const;
