/** Names that have a meaning outside a document: of PDF itself, of glyphs and of common fonts. They are no words of it. */
import { glyphText } from "../../fonts/encodings/glyph-text.ts";
import type { WordCheck } from "./word-check.ts";

const list = (names: string) => new Set(names.split(/\s+/).filter((one) => one !== ""));

/** Colorants (8.6.6.4). */
export const colorNames = list("All None Cyan Magenta Yellow Black Red Green Blue Orange Violet White");

const pdf = list(`
  FileAttachment Filespec EmbeddedFile ObjStm XRef ICCBased Indexed FlateDecode DCTDecode JPXDecode MMType1 CIDFontType0
  CIDFontType2 CIDFontType0C Type1C OpenType Paperclip Approved AsIs Confidential Departmental Experimental Expired Final
  ForComment ForPublicRelease NotApproved NotForPublicRelease Sold TopSecret Alphabetic Undefined AbsoluteColorimetric
  RelativeColorimetric OutputIntent PageLabel Namespace Projection Viewer
  Accepted All AllOff AllOn AllPages Alternate Annot AppDefault Art ArtBox Artifact Aside Associated Author BackGroundColor
  BaseLine BibEntry BleedBox Blinds Block BlockAlign BlockQuote Border BorderColor BorderStyle BorderThickness Both Box Btn
  Butt CID CMap CalGray CalRGB Caption Caret Catalog Cell Center Ch Circle CMYK Code Color ColorBurn ColorDodge ColSpan Column
  ColumnCount ColumnGap Compatible ColumnWidths Content Courier Cover CropBox Cyan Darken Dashed Data Decimal Default Desc
  Design DeviceCMYK DeviceGray DeviceN DeviceRGB Diamond Difference Disc Dissolve Div Document DocumentFragment Dotted Double
  Draft Encoding EncryptedPayload Enhanced Em EndIndent Endnote Event ExData ExtGState Exclusion Export Figure FENote Fit FitB
  FitBH FitBV FitH FitR FitV Fly Font FontDescriptor Footer Footnote Form Formula FormData FreeText FullScreen GTS_PDFA1
  GTS_PDFX Glitter GoTo GoToR GoToE Graph Groove Group GrayColor H H1 H2 H3 H4 H5 H6 Hn HardLight Hatch Header Headers Height
  Help Hidden Highlight Hue ISO_PDFE1 Identity Identity-H Identity-V Image ImageMask Index InlineAlign Ink Insert Inset Inside
  Invert JavaScript Justify Key L LBody LI LTR L2R R2L Label Layout Lbl Left Lighten Line LineHeight LineThrough Link List
  ListNumbering LowerAlpha LowerRoman Luminosity Lr LrTb MacExpertEncoding MacRomanEncoding Marker Max MediaBox Middle Min
  Multiply MultiplyRadial Named NewParagraph NextPage NonEFontNoWarn NonStruct None Normal Not Note Number OBJR OCG OCMD OCR
  Off Oblique On OneColumn Opaque Open OpenArrow Or Order Ordered Outlines Outset Outside Over Overlay Overline P PDF
  PDFDocEncoding Padding Page Pages Pagination Paragraph Parent Part Placement Placeholder PolyLine Polygon Popup Pattern
  Perceptual PrevPage Preferred Print PrinterMark PrintState Private Properties Push PushPin Quote RB RCWidth RClosedArrow
  ROpenArrow RP RT RTL Rect Reference Relative Replace ResetForm Right Ridge RlTb Role Root Row RowSpan Ruby RubyAlign
  RubyPosition Saturation Scale Scope Screen Sect Separation Separator Shape Sign Signature Simplex Sidebar SinglePage Slash
  SoftLight Solid Source SpaceAfter SpaceBefore Span Split Square Squiggly Stamp Standard StandardEncoding Start StartIndent
  State Strong StrikeOut StructElem StructTreeRoot Sub SubmitForm Subscript Summary Supplement Super Symbol TBody TBorderStyle
  TD TFoot TH THead TOC TOCI TR Table Tabs TbRl Template Text TextAlign TextDecorationColor TextDecorationType TextIndent
  Thumb Title Toggle Top TPadding Trans Transparency TrapNet Tree TrimBox True TrueType TwoColumnLeft TwoColumnRight
  TwoPageLeft TwoPageRight Tx Type0 Type1 Type3 URI URL Underline Unix Unknown Unordered UpperAlpha UpperRoman Usage UseAttachments
  UseNone UseOC UseOutlines UserProperties View ViewState WArichText WP WT Warichu Watermark Widget Width WinAnsiEncoding
  Windows Wipe WritingMode XHTML XML XObject XYZ Yes Yellow ZapfDingbats Zoom
  Helvetica Helvetica-Bold Helvetica-Oblique Helvetica-BoldOblique Times-Roman Times-Bold Times-Italic Times-BoldItalic
  Courier-Bold Courier-Oblique Courier-BoldOblique Arial Arial,Bold Arial,Italic Arial,BoldItalic ArialMT Arial-BoldMT
  Arial-ItalicMT Arial-BoldItalicMT Arial-Black ArialNarrow ArialUnicodeMS TimesNewRoman TimesNewRoman,Bold
  TimesNewRoman,Italic TimesNewRoman,BoldItalic TimesNewRomanPSMT TimesNewRomanPS-BoldMT TimesNewRomanPS-ItalicMT
  TimesNewRomanPS-BoldItalicMT CourierNew CourierNewPSMT CourierNewPS-BoldMT Verdana Verdana-Bold Georgia Georgia-Bold
  Tahoma Calibri Calibri-Bold Cambria Cambria-Bold Garamond Palatino Palatino-Roman Century Bookman Impact Wingdings
  Webdings Trebuchet TrebuchetMS ComicSansMS Consolas SimSun SimHei MS-Mincho MS-Gothic
`);

/** Keys of attributes and properties that aren't names of values too. */
const keys = list(`
  ActualText Alt E Lang MCID Type Subtype Attached BBox O N V F Contents BorderTop GlyphOrientationVertical TableHeader Short
  CreatorInfo Creator PageElement Zoom User Export Language CheckSum min max CharacterPosition Metadata CMYK Rows Columns
`);

/** Whether a name is one of the syntax, or too short to be a word. */
export const isKnownName = (text: string): boolean =>
  pdf.has(text) || keys.has(text) || colorNames.has(text) || text.length < 4;

/** Several letters by their numbers in UTF-16. */
const uni = /^uni((?:[0-9a-f]{4}){2,})/i;

/** Whether a name says one of the words. Names of glyphs say their letters, and more after a period. */
export function saysName(words: WordCheck, text: string): boolean {
  if (isKnownName(text)) return false;
  const glyph = glyphText(text);
  const isPlain = glyph !== undefined && !/[._]/.test(text);
  const units = uni.exec(text)?.[1];
  const spelled = units && Buffer.from(units, "hex").swap16().toString("utf16le");
  return [isPlain ? "" : text, glyph ?? "", spelled ?? ""].some((form) => words.isIn(form, "name"));
}
