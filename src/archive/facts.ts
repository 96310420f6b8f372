/** The kinds of facts that a survey reports. */
import type { PdfObject } from "./object.ts";

/** The file as bytes, and the document as a whole. */
export interface FileFact {
  readonly headerOffset: number;
  /** The first line. */
  readonly header: string;
  /** Whether the second line is a comment of four bytes above 127. */
  readonly binaryComment: boolean;
  readonly hasId: boolean;
  /** In a linearized file: whether both parts have the same identifier. */
  readonly sameIds: boolean;
  readonly bytesAfterEnd: number;
  readonly objects: number;
  readonly catalog: PdfObject;
  readonly embedsFiles: boolean;
  readonly hasInfo: boolean;
  /** Whether an xref stream is among the cross-references. */
  readonly hasXrefStream: boolean;
}

export interface XrefFact {
  /** `xref` and the first subsection, in a line each. */
  readonly lineBreaks: boolean;
  /** One space between a subsection's numbers. */
  readonly singleSpaces: boolean;
}

/** How an object is spelled in the file. */
export interface SpellingFact {
  /** Line breaks and single spaces where PDF/A requires them. */
  readonly spacing: boolean;
}

export interface HexFact {
  readonly digits: number;
  readonly onlyHex: boolean;
}

export interface StreamFact {
  readonly object: PdfObject;
  /** Whether /Length is the number of bytes before the line break before `endstream`. */
  readonly length: boolean;
  readonly lineBreaks: boolean;
}

export interface FilterFact {
  readonly name: string;
  /** The crypt filter's name. */
  readonly crypt: string | undefined;
}

export interface ProfileFact {
  /** `RGB `, `mntr` and the like; undefined if the profile is too short to say. */
  readonly space: string | undefined;
  readonly device: string | undefined;
  readonly version: number;
  readonly components: number | undefined;
}

export interface IccCmykFact {
  readonly overprints: boolean;
  readonly mode: number;
  /** Whether it is the profile of the output intent, or of the group's blending space. */
  readonly isOutput: boolean;
}

/** A device color space in use. */
export interface DeviceFact {
  /** Output space of the page, if it has its own. */
  readonly pageSpace: string | undefined;
  /** Space of the transparency group that it is painted in. */
  readonly blendSpace: string | undefined;
}

export interface DeviceNFact {
  readonly components: number;
  readonly hasColorants: boolean;
}

export interface HalftoneFact {
  readonly object: PdfObject;
  /** The colorant it is for; undefined outside halftones of type 5. */
  readonly colorant: string | undefined;
}

export interface Jpeg2000Fact {
  readonly hasColorSpace: boolean;
  readonly channels: number;
  readonly specs: number;
  /** Specifications with the APPROX field set. */
  readonly approximate: number;
  readonly method: number | undefined;
  readonly enumerated: number | undefined;
  readonly variesDepth: boolean;
  readonly depth: number;
}

export interface PageFact {
  readonly object: PdfObject;
  readonly hasTransparency: boolean;
  readonly hasGroupSpace: boolean;
  readonly ownOutputSpace: string | undefined;
}

export interface ContentFact {
  /** Names that it finds only in resources that aren't its own. */
  readonly inherited: boolean;
  readonly undefinedNames: boolean;
}

export interface AnnotationFact {
  readonly object: PdfObject;
  readonly subtype: string;
  readonly flags: number | undefined;
  readonly isEmpty: boolean;
  /** Keys of /AP in order; undefined without it. */
  readonly appearances: string | undefined;
  readonly normal: "stream" | "dict" | undefined;
  /** Whether each state of a normal appearance is a stream. */
  readonly hasStates: boolean;
  /** Of a widget's field. */
  readonly fieldType: string | undefined;
}

export interface FontFact {
  readonly object: PdfObject;
  readonly subtype: string | undefined;
  readonly baseFont: string | undefined;
  readonly isStandard: boolean;
  /** Whether all its text is invisible. */
  readonly isInvisible: boolean;
  /** undefined: it can't be read. */
  readonly hasProgram: boolean | undefined;
  readonly programSubtype: string | undefined;
  readonly widths: number | undefined;
  readonly isSymbolic: boolean;
}

export interface CompositeFact {
  readonly cmapName: string | undefined;
  readonly isIdentity: boolean;
  readonly sameCollection: boolean;
  readonly supplementFits: boolean;
}

export interface CidFontFact {
  readonly object: PdfObject;
  readonly isTrueType: boolean;
  readonly hasProgram: boolean;
  readonly hasMap: boolean;
  readonly isInvisible: boolean;
  readonly isSubset: boolean;
  readonly hasCidSet: boolean;
  /** undefined: the program can't be read. */
  readonly cidSetIsComplete: boolean | undefined;
}

export interface CmapFact {
  readonly name: string | undefined;
  readonly isEmbedded: boolean;
}

export interface CmapFileFact {
  readonly sameMode: boolean;
  readonly maxCid: number;
}

export interface Type1Fact {
  readonly isSubset: boolean;
  readonly hasProgram: boolean;
  readonly hasCharSet: boolean;
  readonly charSetIsComplete: boolean | undefined;
}

export interface TrueTypeFact {
  readonly isSymbolic: boolean;
  readonly encoding: string | undefined;
  readonly hasDifferences: boolean;
  readonly differencesAreListed: boolean | undefined;
}

export interface TrueTypeProgramFact {
  readonly isSymbolic: boolean;
  readonly maps: number;
  readonly has30: boolean;
  readonly has31: boolean;
  readonly has10: boolean;
}

export interface GlyphFact {
  /** Its code or, in a composite font, its CID. */
  readonly id: number;
  /** Its number in the program; undefined if unknown. */
  readonly glyph: number | undefined;
  readonly isInvisible: boolean;
  /** undefined: unknown. */
  readonly isPresent: boolean | undefined;
  readonly programWidth: number | undefined;
  readonly width: number | undefined;
  readonly isNotdef: boolean;
  readonly text: string | undefined;
  /** Whether a map gives its text, rather than its name. */
  readonly isMapped: boolean;
  /** Whether its text is in a range of the map that counts beyond its last byte. */
  readonly overruns: boolean;
}

export interface PacketFact {
  /** The packet header's attributes. */
  readonly bytes: boolean;
  readonly encoding: boolean;
  readonly isValid: boolean;
  readonly isUtf8: boolean;
}

export interface MainPacketFact {
  readonly hasPdfa: boolean;
  readonly hasPdfua: boolean;
  readonly title: boolean;
}

export interface IdentificationFact {
  readonly part: string | undefined;
  readonly conformance: string | undefined;
  readonly rev: string | undefined;
  /** Prefixes of its properties: of those that are there. */
  readonly prefixes: Readonly<Record<string, string | undefined>>;
}

export interface PropertyFact {
  /** Whether the fact is about XMP as PDF/A-1 knows it, or as later parts do. */
  readonly isFirst: boolean;
  readonly isDefined: boolean;
  readonly hasType: boolean | undefined;
}

/** One entry of an extension schema: what it is, and whether it is right. */
export interface ExtensionFact {
  readonly part:
    | "fields"
    | "container"
    | "schema"
    | "namespace"
    | "prefix"
    | "property"
    | "valueType"
    | "propertyName"
    | "propertyType"
    | "category"
    | "propertyDescription"
    | "type"
    | "typeNamespace"
    | "typePrefix"
    | "typeDescription"
    | "field"
    | "fieldName"
    | "fieldType"
    | "fieldDescription";
  readonly isValid: boolean;
}

export interface InfoFact {
  /** Entries that XMP must repeat: whether it does. */
  readonly matches: Readonly<Record<string, boolean>>;
  readonly onlyModDate: boolean;
}

export interface MetadataFact {
  readonly isCatalogs: boolean;
  readonly isFiltered: boolean;
}

export interface ConfigurationFact {
  readonly object: PdfObject;
  readonly hasName: boolean;
  readonly isEmptyName: boolean;
  readonly isDuplicate: boolean;
  readonly listsAll: boolean;
}

export interface FileSpecFact {
  readonly object: PdfObject;
  readonly embeds: boolean;
  readonly isAssociated: boolean;
}

export interface EmbeddedFact {
  readonly subtype: string | undefined;
  /** undefined: unknown. */
  readonly isPdfA: boolean | undefined;
}

export interface ActionFact {
  readonly type: string | undefined;
  readonly named: string | undefined;
}

export interface Facts {
  readonly file: FileFact;
  readonly trailer: { readonly isEncrypted: boolean };
  readonly xref: XrefFact;
  readonly spelling: SpellingFact;
  readonly hex: HexFact;
  readonly integer: number;
  readonly real: number;
  /** Lengths in bytes. */
  readonly string: number;
  readonly name: number;
  readonly array: number;
  readonly dict: number;
  readonly unicodeName: string;
  readonly stream: StreamFact;
  readonly filter: FilterFact;
  readonly inlineFilter: string;
  readonly permissions: readonly string[];
  readonly signatureReference: PdfObject;
  readonly signature: { readonly coversFile: boolean };
  /** A signature's CMS data: its certificate and signers aren't looked at. */
  readonly signedData: undefined;
  readonly saves: number;
  readonly box: { readonly width: number; readonly height: number };
  readonly unknownOperator: string;
  readonly content: ContentFact;
  readonly outputProfile: ProfileFact;
  readonly inputProfile: ProfileFact;
  readonly outputIntents: { readonly sameProfile: boolean };
  readonly outputIntent: PdfObject;
  readonly iccCmyk: IccCmykFact;
  readonly deviceRgb: DeviceFact;
  readonly deviceCmyk: DeviceFact;
  readonly deviceGray: DeviceFact;
  readonly deviceN: DeviceNFact;
  readonly separation: { readonly isConsistent: boolean };
  readonly graphicsState: PdfObject;
  readonly halftone: HalftoneFact;
  readonly intent: string;
  readonly blendMode: string;
  readonly image: PdfObject;
  readonly inlineImage: { readonly interpolates: boolean };
  readonly mask: PdfObject;
  readonly jpeg2000: Jpeg2000Fact;
  readonly form: PdfObject;
  readonly xobject: PdfObject;
  readonly group: PdfObject;
  readonly page: PageFact;
  readonly annotation: AnnotationFact;
  readonly widget: AnnotationFact;
  readonly field: PdfObject;
  readonly interactiveForm: PdfObject;
  readonly action: ActionFact;
  readonly additionalActions: {
    readonly keys: readonly string[];
    readonly of: "widget" | "field" | "page" | "document" | "annotation";
  };
  readonly font: FontFact;
  readonly simpleFont: FontFact;
  readonly composite: CompositeFact;
  readonly cidFont: CidFontFact;
  readonly cmap: CmapFact;
  readonly baseCmap: CmapFact;
  readonly cmapFile: CmapFileFact;
  readonly type1: Type1Fact;
  readonly trueType: TrueTypeFact;
  readonly trueTypeProgram: TrueTypeProgramFact;
  readonly glyph: GlyphFact;
  readonly actualText: string;
  readonly metadata: MetadataFact;
  readonly packet: PacketFact;
  readonly mainPacket: MainPacketFact;
  readonly identification: IdentificationFact;
  readonly property: PropertyFact;
  readonly extension: ExtensionFact;
  readonly info: InfoFact;
  readonly configuration: ConfigurationFact;
  readonly fileSpec: FileSpecFact;
  readonly embedded: EmbeddedFact;
}
