/** Tolerances of tables, by the measured quantity. */
import { count, em, pt, share } from "../../../core/tolerance.ts";

// Rows of text

export const cellGap = em(0.55, "Narrower gaps are spaces between words.");
export const monoGap = em(0.85, "A monospaced font's space is wide.");
export const spacedOut = em(3, "Between letter-spaced characters of scripts without spaces.");
export const numberGap = em(0.45, "Numbers may be closer than words, since nobody writes two in a row.");
export const oneRow = em(0.35, "Baselines of one row.");
export const wordGap = em(0.15, "Words from different pieces have lost the space between them.");
export const nextWord = em(0.25, "The space that a word would need at the end of the line before.");

// Columns

export const crossing = share(0.12, "Of the rows may cross a gap between columns: headers and titles do.");
export const inColumn = share(0.3, "Of a column: text in it fills more.");
export const ofText = share(0.5, "Of a text: more than this is in a column.");
export const mostInColumn = pt(6, "So much text is in a column, however wide both are.");
export const columnBorder = em(0.33, "Between closer words is no border: their text spans the columns.");
export const gapColumns = em(0.6, "Between columns without drawn lines.");
export const gridColumns = em(0.55, "Between columns in a drawn grid, and below an open header.");
export const bandColumns = em(0.5, "Between columns between rules, where there is no body text.");
export const aligned = pt(0.8, "Starts of a column's words.");
export const alignedRows = count(4, "Fewer rows begin at one position by coincidence.");
export const alignedGap = em(0.12, "The narrowest gap before a column.");
export const alignedAlone = share(
  0.15,
  "Of the rows that begin there have nothing before: they are continued.",
);
export const belowHeads = share(0.9, "Of the text below a header begins where headers do.");
export const fullRows = count(3, "Full rows show the columns, if their headers are too close together.");

// Rows of tables

export const grouped = share(0.5, "Of adjacent pairs between two rules are rows, if rules separate groups.");
export const agreed = share(0.6, "Of the cells of two rows are in the same columns.");
export const decisiveRules = count(3, "So many rules may separate the rows.");
export const ruledRows = share(0.25, "Of the rows of text have a rule: then rules separate the rows.");
export const rowCenter = em(0.3, "Above its baseline is the center of a row.");
export const cellPitch = em(1.7, "Lines of a cell are no farther apart.");
export const leastPitch = em(0.85, "Lines of one column are farther apart.");
export const overhang = em(0.3, "Words that are too long for their column extend over its end.");
export const wrappedRows = count(2, "Rows with several lines, if line breaks alone show them.");
export const ragged = share(0.5, "Of such rows have fewer cells in their last line than in their first.");
export const pitchJump = share(1.18, "Between the line spacing in cells and that of rows.");
export const tightest = em(1.6, "Spacing in cells is closer.");
export const tightRows = share(0.6, "Of closely spaced lines look continued.");
export const paintedPitch = share(1.2, "Of the usual spacing in a cell: anything farther below is a row.");
export const labelReach = share(0.75, "Of the row distance: from a row of labels to the nearest row.");
export const offMiddle = share(0.2, "Of the row distance: from a label to the center of its rows.");

// Cells

export const measured = em(0.1, "Error of a cell's room, since borders have a width.");
export const shortRest = count(2, "Letters of a rest that isn't a separate word.");
export const manyBroken = count(4, "Broken words: a column as wide as its longest word has fewer.");
export const textPitch = em(0.8, "Between the lines of a cell, at least.");
export const textPitchMost = em(1.9, "And at most.");
export const sameLine = pt(1, "Lines differ by less that are drawn as one.");
export const oneText = em(0.4, "Closer words belong to one text, not to two cells.");
export const thin = pt(2, "Drawn lines are no thicker.");
export const narrowLine = count(25, "Characters of a line that is narrower than a word.");

// Heads

export const anotherRow = share(0.75, "Of the columns are filled in a row that is no line of the one above.");
export const headPitch = em(1.5, "Lines of one header row are no farther apart.");
export const headRows = count(10, "Lines of a header, at most.");
export const headReach = em(1.6, "From a table's header to the first rule.");
export const openHead = count(4, "Header rows above or between rules.");
export const rowReach = em(2.4, "From a rule or row to the next row.");

// Grids

export const meeting = pt(3, "Lines that end this close to each other meet.");
export const border = share(0.6, "Of a side of a cell is drawn.");
export const gridEdge = pt(12, "Beyond the outermost line of a grid: its edge is not drawn.");
export const filledHead = share(0.9, "Of a grid is below the filled areas that are its header.");
export const bothFilled = share(0.5, "Of the rows in a drawn column have text in each of its columns.");
export const occupied = share(0.2, "Of the cells of a grid have text.");
export const severalCells = share(0.4, "Of the rows with text have it in several cells.");

// Rules across

export const longRule = pt(60, "Rules above, below and in tables are longer.");
export const sameEnds = pt(8, "Ends of a table's rules.");
export const otherRule = share(0.5, "Of a table's width: rules of a table between two of another.");
export const protruding = share(0.05, "Of its width, by which the last column may protrude.");
export const bandEdge = pt(4, "By which text between rules may protrude.");
export const wideText = share(0.6, "Of the table's width is wider than one-line cells.");
export const titleRows = count(4, "Rows of title and first cells, before one with adjacent cells.");
export const severalRows = share(0.3, "Of many rows have several cells.");
export const emptyBand = pt(8, "Two rules without text between them are closer.");
export const titleBand = pt(50, "Rules around a title are closer.");
export const headlineGap = em(1.7, "From a table to the headline of the next.");
export const headline = share(1.1, "Of the type around it: the title of another table is larger.");
export const bandHeadline = share(1.05, "And between two rules.");
export const titlePitch = share(1.1, "Of the widest row distance: a title after the table is farther below.");
export const tallBorder = share(0.3, "Of a table's height: a line between two columns.");
export const wholeRule = share(0.6, "Of a table's width: a rule that separates rows.");

// Gaps

export const columnGap = em(0.85, "Between columns that nothing else shows.");
export const linePitch = em(1.45, "Between lines of a cell.");
export const farRow = em(3.2, "From a row to the next of its table.");
export const singleRows = count(6, "Rows with one cell may follow each other.");

// Lookalikes

export const axisMarks = count(5, "Numbers of an axis.");
export const sparseColumns = count(5, "A table with so many fills most columns.");
export const sparse = share(0.5, "Of the places are filled.");
export const proseLines = count(8, "Lines of body text below each other.");
export const proseFull = share(0.7, "Of such lines end because the next word had no room.");
export const proseWords = count(3, "Words of such a line.");
export const markerGap = em(3, "From a marker to its text.");
export const items = share(0.55, "Of adjacent texts begin with a marker, in lists side by side.");
export const differing = share(0.7, "Of the items of lists differ.");
export const wordEnds = share(0.6, "Of justified lines end with words.");
export const monoLines = share(0.7, "Of the lines of code are monospaced.");
export const markers = share(0.5, "Of a first of two columns are markers.");
export const bullets = share(0.3, "Of the rows begin with a bullet.");
export const codeNumbers = share(0.4, "Of the cells of a monospaced table are numbers.");
export const longCell = count(32, "Characters of a typical cell.");
export const fewNumbers = share(0.2, "Of the cells are numbers, if others are long.");
