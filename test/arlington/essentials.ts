/**
 * What ISO 32000-2 requires of the objects that our tools write or change, key by key from its tables, in the Arlington
 * model's terms. Stands in for that model when it isn't installed.
 *
 * An entry lists its types, each with the kinds it may link to, followed by other requirements: `required`, `indirect`,
 * `inherited`, the version that introduced it; and finally a condition of the model after `required:`, or the possible
 * values after `=`.
 */
import type { Kind, Model, Row } from "./model.ts";

type Entries = Readonly<Record<string, string>>;

/** Common to all fonts (tables 109, 110, 115, 119). */
const font: Entries = { Type: "name required =Font", BaseFont: "name required", ToUnicode: "stream 1.2" };
const simpleFont: Entries = {
  ...font,
  FirstChar: "integer",
  LastChar: "integer",
  Widths: "array",
  FontDescriptor: "dictionary:FontDescriptor indirect",
  Encoding: "name;dictionary",
};
const cidFont: Entries = {
  Type: "name required =Font",
  BaseFont: "name required",
  CIDSystemInfo: "dictionary:CIDSystemInfo required",
  FontDescriptor: "dictionary:FontDescriptor required indirect",
  DW: "number",
  W: "array",
};
/** Table 166. */
const annotation: Entries = {
  Type: "name =Annot",
  Rect: "rectangle required",
  Contents: "string",
  P: "dictionary indirect 1.3",
  NM: "string 1.4",
  F: "integer 1.1",
  AP: "dictionary:Appearance 1.2",
  AS: "name 1.2",
  Border: "array",
  C: "array 1.1",
  StructParent: "integer 1.3",
  OC: "dictionary 1.5",
};
const outlineEnds: Entries = {
  First: "dictionary:OutlineItem indirect",
  Last: "dictionary:OutlineItem indirect",
  Count: "integer",
};

/** Kinds of object by their names in the model, each with the number of its table. */
const tables: Readonly<Record<string, Entries>> = {
  // 15
  FileTrailer: {
    Size: "integer required",
    Root: "dictionary:Catalog required indirect",
    Encrypt: "dictionary:EncryptionStandard 1.1",
    Info: "dictionary:DocInfo indirect",
    ID: "array:TrailerIDArray 1.1 required:fn:IsRequired(fn:SinceVersion(2.0) || fn:IsPresent(Encrypt))",
  },
  TrailerIDArray: { 0: "string required", 1: "string required" },
  // 20 and 21
  EncryptionStandard: {
    Filter: "name required =Standard",
    V: "integer required =1,2,3,4,5",
    R: "integer required =2,3,4,5,6",
    O: "string required",
    U: "string required",
    P: "integer required",
    OE: "string required:fn:IsRequired(@R==6)",
    UE: "string required:fn:IsRequired(@R==6)",
    Perms: "string required:fn:IsRequired(@R==6)",
    CF: "dictionary 1.5",
    StmF: "name 1.5",
    StrF: "name 1.5",
    EncryptMetadata: "boolean 1.5",
  },
  // 29
  Catalog: {
    Type: "name required =Catalog",
    Version: "name 1.4",
    Pages: "dictionary:PageTreeNode required indirect",
    PageLabels: "number-tree:PageLabel 1.3",
    Names: "dictionary:Name 1.2",
    Dests: "dictionary indirect 1.1",
    ViewerPreferences: "dictionary 1.2",
    PageLayout: "name =SinglePage,OneColumn,TwoColumnLeft,TwoColumnRight,TwoPageLeft,TwoPageRight",
    PageMode: "name =UseNone,UseOutlines,UseThumbs,FullScreen,UseOC,UseAttachments",
    Outlines: "dictionary:Outline indirect",
    OpenAction: "array:Dest;dictionary 1.1",
    AcroForm: "dictionary:InteractiveForm 1.2",
    Metadata: "stream:Metadata indirect 1.4",
    StructTreeRoot: "dictionary:StructTreeRoot 1.3",
    MarkInfo: "dictionary:MarkInfo 1.4",
    Lang: "string 1.4",
    OutputIntents: "array:ArrayOfOutputIntents 1.4",
    OCProperties: "dictionary:OptContentProperties 1.5",
  },
  // 30
  PageTreeNode: {
    Type: "name required =Pages",
    Parent: "dictionary indirect",
    Kids: "array:ArrayOfPageTreeNodeKids required",
    Count: "integer required",
  },
  ArrayOfPageTreeNodeKids: { "0*": "dictionary:PageTreeNode,PageObject indirect" },
  // 31
  PageObject: {
    Type: "name required =Page",
    Parent: "dictionary required indirect",
    Resources: "dictionary:Resource required inherited",
    MediaBox: "rectangle required inherited",
    CropBox: "rectangle inherited",
    BleedBox: "rectangle 1.3",
    TrimBox: "rectangle 1.3",
    ArtBox: "rectangle 1.3",
    Contents: "stream;array:ArrayOfStreams",
    Rotate: "integer inherited =fn:Eval((@Rotate mod 90)==0)",
    Group: "dictionary 1.4",
    Annots: "array:ArrayOfAnnots",
    Metadata: "stream:Metadata indirect 1.4",
    StructParents: "integer 1.3",
    Tabs: "name 1.5",
    UserUnit: "number 1.6",
  },
  ArrayOfStreams: { "0*": "stream indirect" },
  // 32
  Name: {
    Dests: "name-tree 1.2",
    EmbeddedFiles: "name-tree:FileSpecification 1.4",
    JavaScript: "name-tree 1.3",
  },
  // 34
  Resource: {
    ExtGState: "dictionary",
    ColorSpace: "dictionary",
    Pattern: "dictionary",
    Shading: "dictionary 1.3",
    XObject: "dictionary:XObjectMap",
    Font: "dictionary:FontMap",
    ProcSet: "array",
    Properties: "dictionary 1.2",
  },
  XObjectMap: { "*": "stream:XObjectFormType1,XObjectImage indirect" },
  FontMap: { "*": "dictionary:FontType0,FontType1,FontTrueType,FontType3,FontMultipleMaster" },
  // 43 to 45
  FileSpecification: {
    Type: "name",
    F: "string",
    UF: "string 1.7",
    EF: "dictionary:FileSpecEF 1.3",
    Desc: "string 1.6",
  },
  FileSpecEF: { F: "stream:EmbeddedFileStream indirect", UF: "stream:EmbeddedFileStream indirect 1.7" },
  EmbeddedFileStream: {
    Type: "name =EmbeddedFile",
    Subtype: "name",
    Params: "dictionary",
    Length: "integer required",
  },
  // 87 and 93
  XObjectImage: {
    Type: "name =XObject",
    Subtype: "name required =Image",
    Width: "integer required",
    Height: "integer required",
    ColorSpace: "name;array",
    BitsPerComponent: "integer",
    ImageMask: "boolean",
    SMask: "stream:XObjectImage indirect 1.4",
    Length: "integer required",
  },
  XObjectFormType1: {
    Type: "name =XObject",
    Subtype: "name required =Form",
    FormType: "integer =1",
    BBox: "rectangle required",
    Matrix: "matrix",
    Resources: "dictionary:Resource 1.2",
    Group: "dictionary 1.4",
    StructParent: "integer 1.3",
    StructParents: "integer 1.3",
    OC: "dictionary 1.5",
    Length: "integer required",
  },
  // 96 to 99
  OptContentProperties: {
    OCGs: "array:ArrayOfOCG required",
    D: "dictionary:OptContentConfig required",
    Configs: "array",
  },
  ArrayOfOCG: { "0*": "dictionary:OptContentGroup indirect" },
  OptContentGroup: {
    Type: "name required =OCG",
    Name: "string required",
    Intent: "name;array",
    Usage: "dictionary",
  },
  OptContentConfig: {
    Name: "string",
    BaseState: "name =ON,OFF,Unchanged",
    ON: "array:ArrayOfOCG",
    OFF: "array:ArrayOfOCG",
    Order: "array",
    RBGroups: "array",
    Locked: "array:ArrayOfOCG 1.6",
  },
  // 109 to 120
  FontType1: { ...simpleFont, Subtype: "name required =Type1" },
  FontMultipleMaster: { ...simpleFont, Subtype: "name required =MMType1" },
  FontTrueType: { ...simpleFont, Subtype: "name required =TrueType" },
  FontType3: {
    Type: "name required =Font",
    Subtype: "name required =Type3",
    CharProcs: "dictionary required",
  },
  FontType0: {
    ...font,
    Subtype: "name required 1.2 =Type0",
    Encoding: "name;stream required",
    DescendantFonts: "array:ArrayOfDescendantFonts required",
  },
  ArrayOfDescendantFonts: { 0: "dictionary:FontCIDType0,FontCIDType2 required" },
  FontCIDType0: { ...cidFont, Subtype: "name required =CIDFontType0" },
  FontCIDType2: { ...cidFont, Subtype: "name required =CIDFontType2", CIDToGIDMap: "stream;name" },
  CIDSystemInfo: { Registry: "string required", Ordering: "string required", Supplement: "integer required" },
  FontDescriptor: {
    Type: "name required =FontDescriptor",
    FontName: "name required",
    Flags: "integer required",
    FontBBox: "rectangle",
    ItalicAngle: "number required",
    Ascent: "number",
    Descent: "number",
    CapHeight: "number",
    StemV: "number",
    FontFile: "stream indirect",
    FontFile2: "stream indirect 1.1",
    FontFile3: "stream indirect 1.2",
    CIDSet: "stream indirect",
  },
  // 149
  Dest: { 0: "dictionary:PageObject;integer required", 1: "name required" },
  // 150 and 151
  Outline: { Type: "name =Outlines", ...outlineEnds },
  OutlineItem: {
    ...outlineEnds,
    Title: "string required",
    Parent: "dictionary required indirect",
    Prev: "dictionary indirect",
    Next: "dictionary:OutlineItem indirect",
    Dest: "name;string;array:Dest",
    A: "dictionary 1.1",
    SE: "dictionary indirect 1.3",
  },
  // 161
  PageLabel: { Type: "name =PageLabel", S: "name =D,R,r,A,a", P: "string", St: "integer =fn:Eval(@St>=1)" },
  // 166 to 192
  ArrayOfAnnots: { "0*": "dictionary:AnnotLink,AnnotWidget,AnnotOther" },
  AnnotLink: {
    ...annotation,
    Subtype: "name required =Link",
    Dest: "name;string;array:Dest",
    A: "dictionary 1.1",
  },
  AnnotWidget: {
    ...annotation,
    Subtype: "name required =Widget",
    H: "name 1.2",
    MK: "dictionary",
    Parent: "dictionary indirect",
    FT: "name =Btn,Tx,Ch,Sig",
    Ff: "integer",
    T: "string",
  },
  AnnotOther: { ...annotation, Subtype: "name required" },
  // 170
  Appearance: { N: states("required"), R: states(), D: states() },
  AppearanceSubDict: { "*": "stream:XObjectFormType1 indirect" },
  // 224 and 226
  InteractiveForm: {
    Fields: "array:ArrayOfFields required",
    NeedAppearances: "boolean",
    SigFlags: "integer 1.3",
    CO: "array:ArrayOfFields 1.3",
    DR: "dictionary:Resource",
    DA: "string",
    Q: "integer =0,1,2",
    XFA: "stream;array 1.5",
  },
  ArrayOfFields: { "0*": "dictionary:Field indirect" },
  Field: {
    FT: "name =Btn,Tx,Ch,Sig",
    Parent: "dictionary indirect",
    Kids: "array:ArrayOfFields",
    T: "string",
    TU: "string 1.3",
    TM: "string 1.3",
    Ff: "integer",
  },
  // 347 and 349
  Metadata: { Type: "name required =Metadata", Subtype: "name required =XML", Length: "integer required" },
  DocInfo: {
    Title: "string 1.1",
    Author: "string",
    Subject: "string 1.1",
    Keywords: "string 1.1",
    Creator: "string",
    Producer: "string",
    CreationDate: "date",
    ModDate: "date 1.1",
    Trapped: "name 1.3 =True,False,Unknown",
  },
  // 353 to 358
  MarkInfo: { Marked: "boolean", UserProperties: "boolean 1.6", Suspects: "boolean 1.6" },
  StructTreeRoot: {
    Type: "name required =StructTreeRoot",
    K: "dictionary:StructElem;array:ArrayOfStructElemKids",
    IDTree: "name-tree:StructElem",
    ParentTree: "number-tree:StructElem,ArrayOfStructElemKids",
    ParentTreeNextKey: "integer",
    RoleMap: "dictionary",
    ClassMap: "dictionary",
  },
  StructElem: {
    Type: "name =StructElem",
    S: "name required",
    P: "dictionary required indirect",
    ID: "string",
    Pg: "dictionary indirect",
    K: "dictionary:StructElem,MarkedContentReference,ObjectReference;integer;array:ArrayOfStructElemKids",
    R: "integer",
    Lang: "string 1.4",
    Alt: "string",
    ActualText: "string 1.4",
  },
  ArrayOfStructElemKids: { "*": "dictionary:StructElem,MarkedContentReference,ObjectReference;integer" },
  MarkedContentReference: {
    Type: "name required =MCR",
    Pg: "dictionary indirect",
    Stm: "stream indirect",
    MCID: "integer required =fn:Eval(@MCID>=0)",
  },
  ObjectReference: {
    Type: "name required =OBJR",
    Pg: "dictionary indirect",
    Obj: "dictionary;stream required indirect",
  },
  // 401
  ArrayOfOutputIntents: { "0*": "dictionary:OutputIntent" },
  OutputIntent: {
    Type: "name =OutputIntent",
    S: "name required",
    OutputConditionIdentifier: "string required",
    DestOutputProfile: "stream indirect",
  },
};

function states(more = ""): string {
  return `stream:XObjectFormType1;dictionary:AppearanceSubDict ${more}`;
}

export function essentials(): Model {
  return new Map(Object.entries(tables).map(([name, entries]) => [name, kindOf(name, entries)]));
}

function kindOf(name: string, entries: Entries): Kind {
  const rows = Object.entries(entries).map(([key, text]) => rowOf(key, text));
  return {
    name,
    rows: new Map(rows.map((row) => [row.key, row])),
    repeated: rows.filter(({ key }) => /^\d+\*$/.test(key)),
  };
}

function rowOf(key: string, text: string): Row {
  const [asks = "", ...others] = text.split(/ (?=required:|=)/);
  const [types = "", ...asked] = asks.split(" ");
  const parts = types.split(";").map((type) => type.split(":"));
  const behind = (sign: string) => others.find((one) => one.startsWith(sign))?.slice(sign.length);
  const values = behind("=");
  return {
    key,
    types: parts.map(([type = ""]) => type),
    since: asked.find((one) => /^\d\.\d$/.test(one)),
    required: behind("required:") ?? (asked.includes("required") ? "TRUE" : "FALSE"),
    indirect: [asked.includes("indirect") ? "TRUE" : "FALSE"],
    inheritable: asked.includes("inherited"),
    fallback: "",
    possible: values === undefined ? [] : parts.map(() => values),
    special: [],
    links: parts.map(([, kinds]) => kinds?.split(",") ?? []),
  };
}
