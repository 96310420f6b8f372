/** Tolerances for lines, blocks and pages, by the measured quantity. Those for tables are in `tables.ts`. */
import { count, em, pt, share } from "../../../core/tolerance.ts";

// Type

export const sameSize = pt(0.3, "Sizes of one text differ by less, as producers round them.");
export const similarSize = pt(0.6, "Lines of one paragraph, as their words may be of several sizes.");
export const codeSize = pt(0.7, "Lines of one program: fonts of one width are often scaled.");
export const noteSize = pt(0.1, "Notes of one page, and rows of one justified paragraph, have one size.");
export const runningSize = pt(1, "Running lines of one row.");
export const smallPrint = share(0.93, "Notes are set smaller than running text.");
export const lowerPrint = share(0.95, "Below the last line of the size of running text is only small print.");
export const smallWords = share(0.85, "Words smaller than this against their line are raised or lowered.");
export const anySize = share(0.25, "Lines of one paragraph of which one is code.");
export const lineSize = share(0.09, "Lines of one paragraph.");
export const columnSize = share(0.15, "Lines that show the edges of a column.");
export const sentenceScale = share(1.05, "A running line is no larger, and a larger call no bold sentence.");
export const nextScale = share(
  1.08,
  "Type below a small heading is larger, unlike below the head of a table.",
);
export const apartScale = share(1.1, "Type that may head something if its place also suggests it.");
export const larger = share(1.12, "Type of headings: below it sizes differ by rounding and by emphasis.");
export const titleScale = share(
  1.15,
  "A title over the running line that repeats it; a name of code that heads text.",
);
export const chapterScale = share(1.2, "Running lines with a number, and paragraphs of items, are smaller.");
export const muchLarger = share(1.3, "Type of headings, whatever they say: nobody sets sentences so.");
export const largestLabel = share(1.5, "The label of a note, which manuals set in 14 points over 10.");
export const usualBold = share(0.93, "Bold type that may head whatever follows it.");
export const smallestBold = share(0.65, "The lowest heading in the style that browsers have for HTML.");
export const markSize = share(0.85, "A raised or lowered mark against its line.");
export const markRise = em(0.12, "How far above its line a mark is raised.");
export const markDrop = em(0.05, "How far below its line a letter is lowered: less than marks are raised.");
export const mostlyBold = share(0.6, "Of running text: then bold marks nothing.");
export const mostlyMono = share(0.85, "Of running text: most may be code, with sentences in another font.");
export const tableWeight = share(
  0.3,
  "Letters of tables and notes, when the size of running text is looked for.",
);
export const codeWeight = share(0.25, "Letters of code: a page of small programs is still text.");

// Lines

export const onBaseline = pt(1, "Baselines of adjacent text.");
export const inRow = pt(2, "Baselines of running lines beside each other; edges of markers.");
export const lineBaseline = em(0.2, "Pieces of one line.");
export const wordBaseline = em(0.6, "Raised and lowered words of one line.");
export const justifiedBaseline = em(0.1, "Pieces of a justified line, painted in one go.");
export const markerBaseline = em(0.35, "A marker and its line, which may be in another font.");
export const rowBaseline = em(0.4, "Lines that are read along one baseline where their order is lost.");
export const kerning = em(0.5, "Pieces of one line, and lines of one formula, overlap by less.");
export const justifiedSpace = em(2.2, "The widest space in a line: justified lines have wide ones.");
export const leaderSpace = em(12, "From leading dots to what they lead to.");
export const taggedSpace = em(4, "In a tagged line: the tag says that its pieces belong together.");
export const touching = em(0.1, "Parts of one word or number.");
export const leastJustified = em(0.6, "Closer words are a line anyway, and no table's.");
export const mostJustified = em(7, "The widest space of a justified line of two words or three.");
export const evenSpace = em(0.15, "Spaces between the words of a justified line are the same.");
export const justifiedEdge = em(0.35, "Justified lines end at the edges of the lines around them.");
export const justifiedPitch = em(2.2, "From a justified line to the next of its paragraph.");
export const severalSpaces = count(3, "So many even spaces are no chance.");
export const underline = em(0.35, "How far below a baseline an underline is drawn.");
export const strikeLow = em(0.15, "How far above a baseline a line through the text is drawn, at least.");
export const strikeHigh = em(0.5, "And at most.");
export const underlineEnds = em(0.3, "Underlines end where words do.");

// Edges and indents

export const sameEdge = em(0.6, "Lines and markers that begin at one place.");
export const exactEdge = em(0.3, "Lines that begin at the edge of their column.");
export const edgePoints = pt(1, "Lines that one program put at one place.");
export const halfOut = em(0.5, "Lines of an item begin this far left of its marker at most.");
export const indent = em(0.7, "The first line of a paragraph is set in by more.");
export const listIndent = em(0.8, "What begins an item below text is set in by more.");
export const deepIndent = em(6, "Lines set in by more are no paragraph's first.");
export const otherPlace = em(8, "Lines set in by more are another block.");
export const wordSpace = em(0.5, "Space that a word needs before it.");
export const widthSlack = share(0.02, "Of a column: room that lines ragged on the right leave.");
export const columnOverlap = share(0.3, "Of the narrower one: blocks of one column share as much.");
export const columnShare = share(0.5, "Of the narrower one: lines that show a column's edges share more.");
export const fullWidth = share(0.8, "Of the widest line: a line that continues in the next fills as much.");
export const formulaInset = em(1.8, "How far in from the edge of its column a displayed formula begins.");
export const centerShift = pt(4, "Middles of centered lines.");
export const centerEdge = pt(3, "Edges of centered lines differ by more, and labels are off any line.");
export const centerLabel = pt(4, "Middles of labels and of lines that they are centered on.");

// Distances down the page

export const overlap = em(0.4, "Lines below each other are farther apart.");
export const leastLeading = em(1.3, "Lines of a paragraph are up to this far apart in every document.");
export const leading = share(1.17, "Of the document's leading: lines of a paragraph are no farther apart.");
export const nearLeading = share(1.1, "Of the document's leading: lines farther apart are unrelated.");
export const runInLeading = share(1.12, "Of the document's leading: above a heading in a paragraph is more.");
export const leastPitch = em(0.8, "From line to line of running text.");
export const mostPitch = em(2.6, "From line to line of running text, double spacing included.");
export const codePitch = em(3.2, "Lines of one program, with an empty line or two between them.");
export const listPitch = em(4, "Items of one list.");
export const partPitch = em(1.5, "Lines of one part of a division, and of a head that is printed again.");
export const looseGap = em(0.8, "An untagged line farther from the text of its page runs.");
export const columnJump = em(6, "A line this far up begins another column.");
export const columnJumpPoints = pt(70, "And at least this far, in small type.");
export const cellUp = pt(15, "A row this far up is in another column, not a cell centered in its row.");

// Columns and bands

export const columnGap = em(1.2, "Between columns: wider than the spaces of justified text.");
export const bandGap = em(0.35, "Between bands: more than between two lines.");
export const ascender = share(0.2, "Of a line's height: above its letters.");
export const mostDisorder = share(0.06, "Of lines: floats and boxes painted after the text around them.");
export const insideLine = em(0.3, "Lines above each other overlap by less.");

// Markers

export const markerReach = em(3.2, "From a marker to its line.");
export const hangingReach = em(8, "From a number to its line, if others at its edge count on.");
export const markerGapRight = em(0.15, "And at least, where it is right of a line or drawn.");
export const markerOverlap = em(0.1, "By which a marker may reach into its line.");
export const leastBullet = pt(1.5, "Drawn bullets, in width and height.");
export const mostBullet = pt(9, "Drawn bullets, in width and height.");
export const roundBullet = share(0.25, "By which width and height of a bullet differ.");
export const bulletSize = em(0.75, "A drawn bullet is less high.");
export const rightMarker = em(1.5, "Room of a marker in text from the right.");

// Heads in the line of their paragraph

export const runInGap = em(0.75, "The space after them.");
export const runInSpace = share(1.6, "Of the widest space between other words.");

// Lengths

export const longestHeading = count(220, "Characters: longer is a paragraph in large type.");
export const longestSmall = count(
  80,
  "Characters of a heading in small bold or italics, and of a running title.",
);
export const longestNumbered = count(90, "Characters of a heading by number and capitals.");
export const leastSentence = count(50, "Characters of what may be a sentence.");
export const longSentence = count(
  100,
  "Characters of a sentence, and of no heading in its paragraph's line.",
);
export const headingLines = count(4, "Lines of the longest heading.");
export const largeLines = count(3, "Lines of a heading in larger type.");
export const boldLines = count(2, "Lines of a heading in bold type.");
export const letterShare = share(0.4, "Of a heading's signs are letters.");
export const captionLength = count(600, "Characters of a caption.");
export const formulaLength = count(160, "Characters of a formula.");
export const formulaWords = share(0.3, "Of a formula's signs may be words.");
export const labelLength = count(15, "Characters of a label in a figure.");
export const labelledPage = count(12, "Lines of a page that has columns of text.");
export const alignedLines = count(2, "Lines that show where columns begin.");
export const proseLength = count(30, "Characters of a line that shows the leading.");

// Pages

export const lowerPart = share(0.4, "Of a page, from its top: above are no notes.");
export const rowHeights = pt(3, "Rows at the edge of a page.");
export const sameHeight = pt(4, "Running lines on every page.");
export const placeHeight = pt(1.5, "Running titles that change.");
export const clearance = em(1.9, "Space that parts a running line from what it runs beside.");
export const edgeGap = em(1.5, "Running lines are at least as far from the text.");
export const pageMargin = share(0.12, "Of a page's height: page furniture is that near its edge.");
export const apartPitch = share(
  1.3,
  "Of the row distance of a page: running lines are farther from its text.",
);
export const chancePages = count(12, "In more pages the same words are at one height of two by chance.");
export const runningPages = count(3, "Pages that a text runs on: two letters may begin alike.");
export const repeatedTitles = share(
  0.5,
  "Of running titles, and of chapters' numbers, are on several pages.",
);
export const longestRunning = count(200, "Characters of a running line.");
export const longestTitle = count(120, "Characters of a running title that changes.");
export const titlePages = share(0.55, "Of the pages: running titles that change with the chapter.");
export const countedPages = share(0.7, "Of page numbers count with the pages, as some are left out.");
export const imageArea = pt(100, "Square points of an image that is shown.");
export const pageImage = share(0.9, "Of a page: the picture of the page itself.");
export const aboveImage = pt(4, "By which an image may reach into the block above it.");
export const overTable = pt(2, "By which a table may reach into lines around it.");
export const columnStart = pt(6, "Columns of one table on two pages.");
export const pageTop = pt(200, "Continued code begins above this.");
export const fullLine = em(4, "Room at the end of a line that fills its column.");
export const fullItem = em(2, "And of an item's.");
export const taggedText = share(0.85, "Of a document's text, where its tags are sound.");
export const meantText = share(0.8, "Of its tagged text is in more than divisions.");
export const artifactText = count(600, "Characters of artifacts: more are a page whose tags are in doubt.");
export const markedItems = share(0.4, "Of the items of a list have markers, if others are paragraphs.");
export const outlineShare = share(0.5, "Of headings with numbers, where the outermost are chapters.");
export const numberedShare = share(0.4, "Of headings with numbers, where numbers give the level.");
