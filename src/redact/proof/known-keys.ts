/** Keys of ISO 32000: they are no words of a document. */
const keys = new Set(
  `
  A AA AC AF AFRelationship AIS AP AS AcroForm ActualText Alt Alternate Annots AntiAlias ArtBox Ascent Attached
  Author AvgWidth B BBox BC BE BG BG2 BM BS Background BackgroundColor BaseEncoding BaseFont BaseState BaselineShift
  BitsPerComponent BitsPerCoordinate BitsPerFlag BitsPerSample BlackIs1 BlackPoint BleedBox BlockAlign Border
  BorderColor BorderStyle BorderThickness Bounds C C0 C1 CA CI CIDSet CIDSystemInfo CIDToGIDMap CL CMapName CO CP CS
  Cap CapHeight Category CenterWindow CharProcs CharSet CheckSum Checked ClassMap ColSpan Collection Color ColorSpace
  ColorTransform Colors ColumnCount ColumnGap ColumnWidths Columns Configs Contents Coords Count CreationDate Creator
  CreatorInfo CropBox D DA DR DW DW2 DamagedRowsBeforeError Decode DecodeParms DefaultCMYK DefaultGray DefaultRGB
  Desc DescendantFonts Descent Dest DestOutputProfile Dests Di Differences Direction DisplayDocTitle Dm Domain Duplex
  Dur E EF EmbeddedFiles Encode EncodedByteAlign Encoding Encrypt EndIndent EndOfBlock EndOfLine Event Export
  ExportState ExtGState Extend F FB FL FS FT Ff Fields Filter First FirstChar FitWindow FixedPrint Flags Font
  FontBBox FontDescriptor FontFamily FontFile FontFile2 FontFile3 FontMatrix FontName FontStretch FontWeight FormType
  Function FunctionType Functions G Gamma GlyphOrientationVertical Group H Headers Height HideMenubar HideToolbar
  HideWindowUI I IC ID IDTree IF IRT IT IX Identity ImageMask Info InkList InlineAlign Intent Interpolate ItalicAngle
  JBIG2Globals JS K Keywords Kids L LC LE LJ LL LLE LLO LW Lang Language Last LastChar Leading Length Length1 Length2
  Length3 Limits LineHeight ListMode ListNumbering Locked M MCID MK ML MN MarkInfo Marked Mask Matrix Matte MaxLen
  MaxWidth MediaBox Metadata MissingWidth ModDate N NS Name Names Namespaces NeedAppearances Next
  NonFullScreenPageMode NumCopies Nums O OC OCGs OCProperties OFF ON OP OPM Obj Off Open OpenAction Opt Order
  Ordering Outlines OutputCondition OutputConditionIdentifier OutputIntents P Padding PageElement PageLabels
  PageLayout PageMode Pages PaintType Params Parent ParentTree ParentTreeNextKey Path Pattern PatternType Pg
  PickTrayByPDFSize Placement Popup Predictor Prev Print PrintArea PrintClip PrintPageRange PrintScaling PrintState
  Producer Properties Q QuadPoints R RBGroups RC RD RI RT Range Rect Ref Registry RegistryName Resources Role RoleMap
  RoleMapNS Root Rotate RowSpan Rows RubyAlign RubyPosition S SA SE SM SMask SMaskInData SS SW Scope Shading
  ShadingType SigFlags Size SpaceAfter SpaceBefore St StartIndent StemH StemV Stm StructParent StructParents
  StructTreeRoot Subj Subject Subtype Summary Supplement Suspects Sy T TI TK TM TP TR TR2 TU Tabs TextAlign
  TextDecorationType TextIndent TilingType Title ToUnicode Trans Trapped TrimBox Type UCR UCR2 UF URI Usage
  UseBlackPtComp UseCMap User UserProperties UserUnit V VE Version Vertices VerticesPerRow View ViewArea ViewClip
  ViewState ViewerPreferences W W2 WhitePoint Width Widths WritingMode XHeight XObject XStep YStep Yes Zoom ca op
`.split(/\s+/),
);

export const isKnownKey = (key: string): boolean => keys.has(key);
