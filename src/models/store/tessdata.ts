/**
 * The models of Tesseract for scripts that not every form of this program has inside: tessdata_fast 4.1.0 (Apache-2.0), as the
 * program reads them itself. Sizes and hashes are those of Debian's packages, whose files are the blobs of that commit. Those of
 * Myanmar and Thaana are left out: they are never sure enough of what they read for it to be given.
 */
import type { CatalogModel } from "./catalog-model.ts";

export interface TessdataModel extends CatalogModel {
  /** As Tesseract names it. */
  readonly script: string;
  /** Models of its languages, which the system may have instead (ISO 639-2, as Tesseract names them). */
  readonly languages: readonly string[];
}

/** A script, its languages, the size of its model in bytes, and its SHA-256. */
function tessdata(
  script: string,
  languages: readonly string[],
  bytes: number,
  sha256: string,
): TessdataModel {
  return {
    script,
    languages,
    host: "https://raw.githubusercontent.com",
    repo: "tesseract-ocr/tessdata_fast",
    revision: "65727574dfcd264acbb0c3e07860e4e9e9b22185",
    license: "Apache-2.0 (tesseract-ocr/tessdata_fast)",
    bytes,
    size: `${Math.round(bytes / 1e6)} MB`,
    files: [{ path: `script/${script}.traineddata`, bytes, sha256 }],
  };
}

export const tessdataModels = {
  "ocr-armenian": tessdata(
    "Armenian",
    ["hye"],
    7_879_909,
    "e94e3cfcb79dc6bc24b819ce01340b690f2aabe4c5ac295545ae1bca5d7472f4",
  ),
  "ocr-bengali": tessdata(
    "Bengali",
    ["ben", "asm"],
    5_712_242,
    "d04c2064bd0ffcd18488c4048d40d88ab056185f3462c2337b52f9e6c51158e5",
  ),
  "ocr-canadian-aboriginal": tessdata(
    "Canadian_Aboriginal",
    ["iku"],
    7_180_795,
    "ec11e31e65541a2040982ee8a08514278f850127908df71553f0958cd02609f8",
  ),
  "ocr-cherokee": tessdata(
    "Cherokee",
    ["chr"],
    4_231_619,
    "76df30145426bde13c7ab07a2cb9a27b415a7d703472424801b35c3c3da3aab7",
  ),
  "ocr-devanagari": tessdata(
    "Devanagari",
    [],
    17_943_870,
    "3bbb87c1de2a6a2ef0a97dc041e6eea2723a1c22d638f5e38157a5cd441c12b7",
  ),
  "ocr-ethiopic": tessdata(
    "Ethiopic",
    ["amh", "tir"],
    9_074_416,
    "4856c53285f9dd28dd130228316cdd506a5172505c99f367d63d84e6467c15f4",
  ),
  "ocr-fraktur": tessdata(
    "Fraktur",
    ["frk", "deu_latf"],
    10_915_632,
    "ac985c3020e42986f8a19e07f1c1b501d47ed7d8e96de69f685bb907aa8db55c",
  ),
  "ocr-georgian": tessdata(
    "Georgian",
    ["kat", "kat_old"],
    6_949_865,
    "8da5cc7e2af2c8da04d126ab1f2604904305e548bc3fc20d3c0bae6d519ca013",
  ),
  "ocr-gujarati": tessdata(
    "Gujarati",
    ["guj"],
    5_017_100,
    "94643022c1dc06a6b1a96f7dbc3bcc77f455b38e6843cc115a4c9c460b0b32aa",
  ),
  "ocr-gurmukhi": tessdata(
    "Gurmukhi",
    ["pan"],
    4_213_597,
    "34c36da0fc59198f009ebbe8646708255fa3ca2553e62645a7b584cbceca8b24",
  ),
  "ocr-hans": tessdata(
    "HanS",
    [],
    5_972_903,
    "d03c250faaa48015bfde2213f3d7d5bda82bcee93422fceac5906a32073d9152",
  ),
  "ocr-hant": tessdata(
    "HanT",
    [],
    5_448_070,
    "29588327f0d830b5c112209045d826b9be014138266b20f2b08843aac2730fbb",
  ),
  "ocr-japanese": tessdata(
    "Japanese",
    [],
    5_877_645,
    "c176cdca0c17e9be97bda854ac91baea90b92e2813b45749ad05e409477ba8b2",
  ),
  "ocr-kannada": tessdata(
    "Kannada",
    ["kan"],
    6_777_791,
    "1252172cbbe99d27e5e52009a0e79444d555329b82e0b88d6e1f2a601a1b7d86",
  ),
  "ocr-khmer": tessdata(
    "Khmer",
    ["khm"],
    4_476_365,
    "330366535d1155974af0f99630df3060c9a98c657b1e4b29f458125f1d10e44a",
  ),
  "ocr-lao": tessdata(
    "Lao",
    ["lao"],
    10_103_937,
    "6bdca344c3ed9ecf405e2f8b5eb0af9832c1de7d92af2f4891867549c1d1fb63",
  ),
  "ocr-malayalam": tessdata(
    "Malayalam",
    ["mal"],
    9_007_302,
    "822ad7ed9fb2eba0b0da5c788ed8710eba651d91777fc659ce0d700cfb99be06",
  ),
  "ocr-oriya": tessdata(
    "Oriya",
    ["ori"],
    5_744_929,
    "39fc17f9e30eee261ac08b2d9d3c82bf28e69cff7c38d0a3aea19f1023410ade",
  ),
  "ocr-sinhala": tessdata(
    "Sinhala",
    ["sin"],
    4_782_577,
    "ce202bfbdc65e677abd76f5349f4765296b3d2b01c87608f49154ad7fa12ec4a",
  ),
  "ocr-syriac": tessdata(
    "Syriac",
    ["syr"],
    5_803_220,
    "a89964433928a74de707e6fb61df1e933660de19c969f5301e8195e0219ea9bc",
  ),
  "ocr-tamil": tessdata(
    "Tamil",
    ["tam"],
    7_089_032,
    "6857e222c6977986915bd073f669c2cde33039dedde26603ed6be87b0a8d62bb",
  ),
  "ocr-telugu": tessdata(
    "Telugu",
    ["tel"],
    6_485_174,
    "615dd18355098058d77a45ee3bacc5d36aca574880c1b6099011f2aca09f2d1c",
  ),
  "ocr-thai": tessdata(
    "Thai",
    ["tha"],
    4_249_016,
    "d9e34be94556ddb65fd7e04892ff606e1a5b696d0eb422b5a7efc6859943702d",
  ),
  "ocr-tibetan": tessdata(
    "Tibetan",
    ["bod", "dzo"],
    5_699_531,
    "0c869d52597d5b03eb6f52c5d0c217514e883259ead05765c0329e5a536538ae",
  ),
  "ocr-vietnamese": tessdata(
    "Vietnamese",
    ["vie"],
    1_667_794,
    "30546eea618459e79761f962391e6879778b026ad7b4459a11664a1b654758bd",
  ),
} satisfies Readonly<Record<`ocr-${string}`, TessdataModel>>;

export type TessdataId = keyof typeof tessdataModels;

/** Their names, in the order of the alphabet. */
export const tessdataIds: readonly TessdataId[] = Object.keys(tessdataModels).filter(isTessdata);

/** Whether a model is one of Tesseract's, and not one that a runtime reads with. */
export function isTessdata(id: string): id is TessdataId {
  return Object.hasOwn(tessdataModels, id);
}
