/**
 * What gets into a new document: for each type of object, its keys and the type of each value, from the tables of ISO 32000-2.
 * Anything that isn't here stays out.
 *
 * Types of values: `number`, `boolean`, `name`, `names` (a name or a list of names), `numbers` (a list, or lists in it), `text`
 * (through the word check), `date`, `bytes` (a code, through the word check), `attribute` (numbers, names and texts of any
 * nesting). A capital letter begins another type of object; `[Type]` is a list of such objects or a single one, `{Type}` a
 * dictionary with free keys. `!part` is written by a function of `rebuild.ts`.
 */

export type Entries = Readonly<Record<string, string>>;

const outlineEnds: Entries = { First: "OutlineItem", Last: "OutlineItem", Count: "number" };

const annotation: Entries = {
  ...{ Type: "name", Subtype: "name", Rect: "numbers", Contents: "text", P: "!page", M: "date", F: "number" },
  ...{
    AP: "!appearance",
    AS: "!state",
    Border: "numbers",
    C: "numbers",
    StructParent: "number",
    OC: "OptionalContent",
  },
  ...{ BS: "BorderStyle", CA: "number", ca: "number", BM: "names", Lang: "!language" },
};
const markup: Entries = {
  ...annotation,
  ...{
    T: "text",
    Popup: "!annotation",
    CreationDate: "date",
    Subj: "text",
    IRT: "!annotation",
    RT: "name",
    IT: "name",
  },
};
const shape: Entries = { ...markup, IC: "numbers", BE: "BorderEffect", RD: "numbers", LE: "names" };
const marked: Entries = { ...markup, QuadPoints: "numbers" };

const field: Entries = {
  ...{ FT: "name", Parent: "Field", Kids: "!kids", T: "!fieldName", TU: "text", TM: "text", Ff: "number" },
  ...{
    V: "!value",
    AA: "!triggers",
    DA: "!defaultAppearance",
    Q: "number",
    MaxLen: "number",
    Opt: "!options",
  },
  ...{ TI: "number", I: "numbers" },
};

const font: Entries = { Type: "name", Subtype: "name", BaseFont: "!fontName", ToUnicode: "!toUnicode" };
const simpleFont: Entries = {
  ...font,
  ...{ FirstChar: "number", LastChar: "number", Widths: "numbers", FontDescriptor: "FontDescriptor" },
  Encoding: "!encoding",
};
const cidFont: Entries = {
  ...{ Type: "name", Subtype: "name", BaseFont: "!fontName", CIDSystemInfo: "CIDSystemInfo" },
  ...{ FontDescriptor: "FontDescriptor", DW: "number", W: "numbers", DW2: "numbers", W2: "numbers" },
  CIDToGIDMap: "!glyphMap",
};

const functionOf: Entries = { FunctionType: "number", Domain: "numbers", Range: "numbers" };
const shading: Entries = {
  ...{ ShadingType: "number", ColorSpace: "!colorSpace", Background: "numbers", BBox: "numbers" },
  ...{ AntiAlias: "boolean", Function: "[Function]" },
};
const mesh: Entries = {
  ...shading,
  ...{ BitsPerCoordinate: "number", BitsPerComponent: "number", BitsPerFlag: "number", Decode: "numbers" },
  VerticesPerRow: "number",
};

export const table: Readonly<Record<string, Entries>> = {
  Catalog: {
    ...{
      Type: "name",
      Version: "name",
      Pages: "!pages",
      PageLabels: "!pageLabels",
      Names: "!names",
      Dests: "!dests",
    },
    ...{ ViewerPreferences: "ViewerPreferences", PageLayout: "name", PageMode: "name", Outlines: "Outline" },
    ...{
      OpenAction: "!openAction",
      AcroForm: "Form",
      StructTreeRoot: "StructTreeRoot",
      MarkInfo: "MarkInfo",
    },
    ...{
      Lang: "!language",
      OutputIntents: "[OutputIntent]",
      OCProperties: "LayerProperties",
      Metadata: "!metadata",
    },
    ...{ AF: "!files", Collection: "!collection" },
  },
  Page: {
    ...{ Type: "name", MediaBox: "numbers", CropBox: "numbers", BleedBox: "numbers", TrimBox: "numbers" },
    ...{ ArtBox: "numbers", Rotate: "number", UserUnit: "number", Group: "Group", Annots: "!annotations" },
    ...{
      StructParents: "number",
      Tabs: "name",
      Trans: "Transition",
      Dur: "number",
      OutputIntents: "[OutputIntent]",
    },
    ...{ AF: "!files" },
  },
  ViewerPreferences: {
    ...{ HideToolbar: "boolean", HideMenubar: "boolean", HideWindowUI: "boolean", FitWindow: "boolean" },
    ...{
      CenterWindow: "boolean",
      DisplayDocTitle: "boolean",
      NonFullScreenPageMode: "name",
      Direction: "name",
    },
    ...{ ViewArea: "name", ViewClip: "name", PrintArea: "name", PrintClip: "name", PrintScaling: "name" },
    ...{ Duplex: "name", PickTrayByPDFSize: "boolean", PrintPageRange: "numbers", NumCopies: "number" },
  },
  MarkInfo: { Marked: "boolean", UserProperties: "boolean", Suspects: "boolean" },
  Transition: {
    ...{
      Type: "name",
      S: "name",
      D: "number",
      Dm: "name",
      M: "name",
      Di: "number",
      SS: "number",
      B: "boolean",
    },
  },
  PageLabel: { Type: "name", S: "name", P: "!title", St: "number" },
  OutputIntent: {
    ...{ Type: "name", S: "name", OutputCondition: "text", OutputConditionIdentifier: "text" },
    ...{ RegistryName: "text", Info: "text", DestOutputProfile: "!profile" },
  },

  Outline: { Type: "name", ...outlineEnds },
  OutlineItem: {
    ...{
      Title: "!title",
      Parent: "!outlineParent",
      Prev: "OutlineItem",
      Next: "OutlineItem",
      ...outlineEnds,
    },
    ...{ Dest: "!destination", A: "!action", SE: "StructElem", C: "numbers", F: "number" },
  },

  LayerProperties: { OCGs: "[Layer]", D: "LayerSettings", Configs: "[LayerSettings]" },
  Layer: { Type: "name", Name: "!layerName", Intent: "names", Usage: "attribute" },
  LayerSettings: {
    ...{ Name: "text", Creator: "text", BaseState: "name", ON: "[Layer]", OFF: "[Layer]", Intent: "names" },
    ...{ AS: "[LayerUsage]", Order: "!layers", ListMode: "name", RBGroups: "!layers", Locked: "[Layer]" },
  },
  LayerUsage: { Event: "name", OCGs: "[Layer]", Category: "names" },
  LayerMembership: { Type: "name", OCGs: "[Layer]", P: "name", VE: "!layers" },

  StructTreeRoot: {
    ...{
      Type: "name",
      K: "!elements",
      IDTree: "!idTree",
      ParentTree: "!parentTree",
      ParentTreeNextKey: "number",
    },
    ...{ RoleMap: "!roleMap", ClassMap: "!classMap", Namespaces: "[Namespace]" },
  },
  StructElem: {
    ...{
      Type: "name",
      S: "!tag",
      P: "!elementParent",
      ID: "!id",
      Ref: "[StructElem]",
      Pg: "!page",
      K: "!elements",
    },
    ...{ A: "!attributes", C: "!classes", R: "number", T: "text", Lang: "!language", Alt: "text", E: "text" },
    ...{ ActualText: "text", NS: "Namespace" },
  },
  MarkedContent: { Type: "name", Pg: "!page", MCID: "number", Stm: "!usedStream" },
  ObjectReference: { Type: "name", Pg: "!page", Obj: "!usedObject" },
  Namespace: { Type: "name", NS: "text", RoleMapNS: "!roleMapNs" },

  Form: {
    ...{ Fields: "!fields", NeedAppearances: "boolean", SigFlags: "number", CO: "!fieldsInOrder" },
    ...{ DR: "!formResources", DA: "!defaultAppearance", Q: "number" },
  },
  Field: field,
  Widget: { ...annotation, ...field, H: "name", MK: "Appearance", A: "!action" },
  Appearance: {
    ...{
      R: "number",
      BC: "numbers",
      BG: "numbers",
      CA: "text",
      RC: "text",
      AC: "text",
      I: "!form",
      RI: "!form",
    },
    ...{ IX: "!form", IF: "IconFit", TP: "number" },
  },
  IconFit: { SW: "name", S: "name", A: "numbers", FB: "boolean" },
  BorderStyle: { Type: "name", W: "number", S: "name", D: "numbers" },
  BorderEffect: { S: "name", I: "number" },

  Link: {
    ...annotation,
    ...{ A: "!action", Dest: "!destination", H: "name", QuadPoints: "numbers" },
  },
  Text: { ...markup, Open: "boolean", Name: "name" },
  FreeText: { ...shape, DA: "!defaultAppearance", Q: "number", CL: "numbers" },
  Line: {
    ...shape,
    ...{
      L: "numbers",
      LL: "number",
      LLE: "number",
      Cap: "boolean",
      LLO: "number",
      CP: "name",
      CO: "numbers",
    },
  },
  Square: shape,
  Circle: shape,
  Polygon: { ...shape, Vertices: "numbers", Path: "numbers" },
  PolyLine: { ...shape, Vertices: "numbers", Path: "numbers" },
  Highlight: marked,
  Underline: marked,
  Squiggly: marked,
  StrikeOut: marked,
  Caret: { ...markup, RD: "numbers", Sy: "name" },
  Stamp: { ...markup, Name: "name" },
  Ink: { ...markup, InkList: "numbers", Path: "numbers" },
  Popup: { ...annotation, Parent: "!annotation", Open: "boolean" },
  FileAttachment: { ...markup, FS: "!file", Name: "name" },
  Watermark: { ...annotation, FixedPrint: "FixedPrint" },
  PrinterMark: { ...annotation, MN: "name" },
  FixedPrint: { Type: "name", Matrix: "numbers", H: "number", V: "number" },

  Type1: simpleFont,
  MMType1: simpleFont,
  TrueType: simpleFont,
  Type0: { ...font, Encoding: "!characterMap", DescendantFonts: "[CIDFont]" },
  CIDFont: cidFont,
  Type3: {
    ...{ Type: "name", Subtype: "name", FontBBox: "numbers", FontMatrix: "numbers", FirstChar: "number" },
    ...{ LastChar: "number", Widths: "numbers", FontDescriptor: "FontDescriptor", ToUnicode: "!toUnicode" },
  },
  CIDSystemInfo: { Registry: "bytes", Ordering: "bytes", Supplement: "number" },
  FontDescriptor: {
    ...{ Type: "name", FontName: "!fontName", FontFamily: "text", FontStretch: "name", FontWeight: "number" },
    ...{ Flags: "number", FontBBox: "numbers", ItalicAngle: "number", Ascent: "number", Descent: "number" },
    ...{ Leading: "number", CapHeight: "number", XHeight: "number", StemV: "number", StemH: "number" },
    ...{
      AvgWidth: "number",
      MaxWidth: "number",
      MissingWidth: "number",
      CharSet: "!characterSet",
      CIDSet: "!cidSet",
    },
    ...{ FontFile: "!fontFile", FontFile2: "!fontFile", FontFile3: "!fontFile" },
  },

  Group: { Type: "name", S: "name", CS: "!colorSpace", I: "boolean", K: "boolean" },
  FormXObject: {
    ...{
      Type: "name",
      Subtype: "name",
      FormType: "number",
      BBox: "numbers",
      Matrix: "numbers",
      Group: "Group",
    },
    ...{ OC: "OptionalContent", StructParent: "number", StructParents: "number", AF: "!files" },
  },
  Image: {
    ...{ Type: "name", Subtype: "name", Width: "number", Height: "number", ColorSpace: "!colorSpace" },
    ...{ BitsPerComponent: "number", Intent: "name", ImageMask: "boolean", Mask: "!mask", Decode: "numbers" },
    ...{ Interpolate: "boolean", SMask: "!image", SMaskInData: "number", StructParent: "number" },
    ...{ OC: "OptionalContent", Matte: "numbers", AF: "!files" },
  },
  TilingPattern: {
    ...{ Type: "name", PatternType: "number", PaintType: "number", TilingType: "number", BBox: "numbers" },
    ...{ XStep: "number", YStep: "number", Matrix: "numbers" },
  },
  ShadingPattern: {
    ...{
      Type: "name",
      PatternType: "number",
      Shading: "!shading",
      Matrix: "numbers",
      ExtGState: "ExtGState",
    },
  },
  ExtGState: {
    ...{ Type: "name", LW: "number", LC: "number", LJ: "number", ML: "number", D: "numbers", RI: "name" },
    ...{ OP: "boolean", op: "boolean", OPM: "number", Font: "!stateFont", BG: "!function", BG2: "!function" },
    ...{ UCR: "!function", UCR2: "!function", TR: "!function", TR2: "!function", FL: "number", SM: "number" },
    ...{
      SA: "boolean",
      BM: "names",
      SMask: "!softMask",
      CA: "number",
      ca: "number",
      AIS: "boolean",
      TK: "boolean",
    },
    UseBlackPtComp: "name",
  },
  SoftMask: { Type: "name", S: "name", G: "!form", BC: "numbers", TR: "!function" },
  Sampled: {
    ...functionOf,
    ...{ Size: "numbers", BitsPerSample: "number", Order: "number", Encode: "numbers", Decode: "numbers" },
  },
  Exponential: { ...functionOf, C0: "numbers", C1: "numbers", N: "number" },
  Stitching: { ...functionOf, Functions: "[Function]", Bounds: "numbers", Encode: "numbers" },
  Calculator: functionOf,
  FunctionShading: { ...shading, Domain: "numbers", Matrix: "numbers" },
  LinearShading: { ...shading, Coords: "numbers", Domain: "numbers", Extend: "booleans" },
  MeshShading: mesh,
  CalibratedColor: {
    ...{
      WhitePoint: "numbers",
      BlackPoint: "numbers",
      Gamma: "attribute",
      Matrix: "numbers",
      Range: "numbers",
    },
  },

  Information: {
    ...{
      Title: "text",
      Author: "text",
      Subject: "text",
      Keywords: "text",
      Creator: "text",
      Producer: "text",
    },
    ...{
      CreationDate: "date",
      ModDate: "date",
      Trapped: "name",
      GTS_PDFXVersion: "text",
      GTS_PDFXConformance: "text",
    },
    ...{ GTS_PDFVTVersion: "text", GTS_PDFEVersion: "text", ISO_PDFEVersion: "text" },
  },
  EmbeddedFile: { Type: "name", Subtype: "name", Params: "FileParameters" },
  FileParameters: { Size: "number", CreationDate: "date", ModDate: "date", CheckSum: "bytes" },
  FileSpecification: {
    ...{
      Type: "name",
      F: "!fileName",
      UF: "!fileName",
      EF: "{!embeddedFile}",
      Desc: "text",
      AFRelationship: "name",
    },
  },
};
