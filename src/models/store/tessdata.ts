/**
 * Tesseract's script models, which not every form of this program contains: tessdata_fast 4.1.0 (Apache-2.0). Sizes and hashes
 * are those of Debian's packages, whose files are that commit's blobs. Myanmar and Thaana are omitted: their models are never
 * confident enough for their text to be returned.
 */
import { type CatalogModel, filesOf } from "./catalog-model.ts";

export interface TessdataModel extends CatalogModel {
  /** Its Tesseract name. */
  readonly script: string;
  /** Models of its languages, which the system may have instead (ISO 639-2, in Tesseract's notation). */
  readonly languages: readonly string[];
}

const files = filesOf(`
  script/Armenian.traineddata 7879909 e94e3cfcb79dc6bc24b819ce01340b690f2aabe4c5ac295545ae1bca5d7472f4
  script/Bengali.traineddata 5712242 d04c2064bd0ffcd18488c4048d40d88ab056185f3462c2337b52f9e6c51158e5
  script/Canadian_Aboriginal.traineddata 7180795 ec11e31e65541a2040982ee8a08514278f850127908df71553f0958cd02609f8
  script/Cherokee.traineddata 4231619 76df30145426bde13c7ab07a2cb9a27b415a7d703472424801b35c3c3da3aab7
  script/Devanagari.traineddata 17943870 3bbb87c1de2a6a2ef0a97dc041e6eea2723a1c22d638f5e38157a5cd441c12b7
  script/Ethiopic.traineddata 9074416 4856c53285f9dd28dd130228316cdd506a5172505c99f367d63d84e6467c15f4
  script/Fraktur.traineddata 10915632 ac985c3020e42986f8a19e07f1c1b501d47ed7d8e96de69f685bb907aa8db55c
  script/Georgian.traineddata 6949865 8da5cc7e2af2c8da04d126ab1f2604904305e548bc3fc20d3c0bae6d519ca013
  script/Gujarati.traineddata 5017100 94643022c1dc06a6b1a96f7dbc3bcc77f455b38e6843cc115a4c9c460b0b32aa
  script/Gurmukhi.traineddata 4213597 34c36da0fc59198f009ebbe8646708255fa3ca2553e62645a7b584cbceca8b24
  script/HanS.traineddata 5972903 d03c250faaa48015bfde2213f3d7d5bda82bcee93422fceac5906a32073d9152
  script/HanT.traineddata 5448070 29588327f0d830b5c112209045d826b9be014138266b20f2b08843aac2730fbb
  script/Japanese.traineddata 5877645 c176cdca0c17e9be97bda854ac91baea90b92e2813b45749ad05e409477ba8b2
  script/Kannada.traineddata 6777791 1252172cbbe99d27e5e52009a0e79444d555329b82e0b88d6e1f2a601a1b7d86
  script/Khmer.traineddata 4476365 330366535d1155974af0f99630df3060c9a98c657b1e4b29f458125f1d10e44a
  script/Lao.traineddata 10103937 6bdca344c3ed9ecf405e2f8b5eb0af9832c1de7d92af2f4891867549c1d1fb63
  script/Malayalam.traineddata 9007302 822ad7ed9fb2eba0b0da5c788ed8710eba651d91777fc659ce0d700cfb99be06
  script/Oriya.traineddata 5744929 39fc17f9e30eee261ac08b2d9d3c82bf28e69cff7c38d0a3aea19f1023410ade
  script/Sinhala.traineddata 4782577 ce202bfbdc65e677abd76f5349f4765296b3d2b01c87608f49154ad7fa12ec4a
  script/Syriac.traineddata 5803220 a89964433928a74de707e6fb61df1e933660de19c969f5301e8195e0219ea9bc
  script/Tamil.traineddata 7089032 6857e222c6977986915bd073f669c2cde33039dedde26603ed6be87b0a8d62bb
  script/Telugu.traineddata 6485174 615dd18355098058d77a45ee3bacc5d36aca574880c1b6099011f2aca09f2d1c
  script/Thai.traineddata 4249016 d9e34be94556ddb65fd7e04892ff606e1a5b696d0eb422b5a7efc6859943702d
  script/Tibetan.traineddata 5699531 0c869d52597d5b03eb6f52c5d0c217514e883259ead05765c0329e5a536538ae
  script/Vietnamese.traineddata 1667794 30546eea618459e79761f962391e6879778b026ad7b4459a11664a1b654758bd
`);

function tessdata(script: string, languages: readonly string[]): TessdataModel {
  const own = files.filter(({ path }) => path === `script/${script}.traineddata`);
  const bytes = own[0]?.bytes ?? 0;
  return {
    script,
    languages,
    host: "https://raw.githubusercontent.com",
    repo: "tesseract-ocr/tessdata_fast",
    revision: "65727574dfcd264acbb0c3e07860e4e9e9b22185",
    license: "Apache-2.0 (tesseract-ocr/tessdata_fast)",
    bytes,
    size: `${Math.round(bytes / 1e6)} MB`,
    files: own,
  };
}

export const tessdataModels = {
  "ocr-armenian": tessdata("Armenian", ["hye"]),
  "ocr-bengali": tessdata("Bengali", ["ben", "asm"]),
  "ocr-canadian-aboriginal": tessdata("Canadian_Aboriginal", ["iku"]),
  "ocr-cherokee": tessdata("Cherokee", ["chr"]),
  "ocr-devanagari": tessdata("Devanagari", []),
  "ocr-ethiopic": tessdata("Ethiopic", ["amh", "tir"]),
  "ocr-fraktur": tessdata("Fraktur", ["frk", "deu_latf"]),
  "ocr-georgian": tessdata("Georgian", ["kat", "kat_old"]),
  "ocr-gujarati": tessdata("Gujarati", ["guj"]),
  "ocr-gurmukhi": tessdata("Gurmukhi", ["pan"]),
  "ocr-hans": tessdata("HanS", []),
  "ocr-hant": tessdata("HanT", []),
  "ocr-japanese": tessdata("Japanese", []),
  "ocr-kannada": tessdata("Kannada", ["kan"]),
  "ocr-khmer": tessdata("Khmer", ["khm"]),
  "ocr-lao": tessdata("Lao", ["lao"]),
  "ocr-malayalam": tessdata("Malayalam", ["mal"]),
  "ocr-oriya": tessdata("Oriya", ["ori"]),
  "ocr-sinhala": tessdata("Sinhala", ["sin"]),
  "ocr-syriac": tessdata("Syriac", ["syr"]),
  "ocr-tamil": tessdata("Tamil", ["tam"]),
  "ocr-telugu": tessdata("Telugu", ["tel"]),
  "ocr-thai": tessdata("Thai", ["tha"]),
  "ocr-tibetan": tessdata("Tibetan", ["bod", "dzo"]),
  "ocr-vietnamese": tessdata("Vietnamese", ["vie"]),
} satisfies Readonly<Record<`ocr-${string}`, TessdataModel>>;

/** Tesseract's models of languages in the scripts that are built in: ISO 639 codes of two letters, and its own names. */
export const tesseractNames: ReadonlyMap<string, string> = new Map(
  `af:afr az:aze be:bel bg:bul bs:bos ca:cat cs:ces cy:cym da:dan de:deu eo:epo es:spa et:est eu:eus fa:fas fi:fin fo:fao fr:fra
  fy:fry ga:gle gd:gla gl:glg hi:hin hr:hrv ht:hat hu:hun id:ind is:isl it:ita jv:jav kk:kaz ku:kmr ky:kir la:lat lb:ltz lt:lit
  lv:lav mi:mri mk:mkd mn:mon mr:mar ms:msa mt:mlt nb:nor ne:nep nl:nld no:nor oc:oci pl:pol ps:pus pt:por qu:que ro:ron ru:rus
  sa:san sd:snd sk:slk sl:slv sq:sqi sr:srp su:sun sv:swe sw:swa tg:tgk tl:fil to:ton tr:tur tt:tat ug:uig uk:ukr ur:urd uz:uzb
  vi:vie yi:yid yo:yor`
    .split(/\s+/)
    .map((pair) => {
      const [language = "", name = ""] = pair.split(":");
      return [language, name];
    }),
);

export type TessdataId = keyof typeof tessdataModels;

/** Their names in alphabetical order. */
export const tessdataIds: readonly TessdataId[] = Object.keys(tessdataModels).filter(isTessdata);

/** Whether a model is one of Tesseract's, rather than one that needs a runtime. */
export function isTessdata(id: string): id is TessdataId {
  return Object.hasOwn(tessdataModels, id);
}
