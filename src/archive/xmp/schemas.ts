/** The schemas that XMP defines (XMP Specification, January 2004 for PDF/A-1, September 2005 for later parts). */
import type { TypeName } from "./types.ts";

interface Schema {
  readonly namespace: string;
  /** Properties of a type, by type. */
  readonly properties: Readonly<Record<TypeName, string>>;
  /** Whether PDF/A-1 doesn't know it. */
  readonly isLater?: boolean;
}

const later: Readonly<Record<string, string>> = {
  "http://ns.adobe.com/xap/1.0/": "Label Rating",
  "http://ns.adobe.com/xap/1.0/t/pg/": "Fonts Colorants PlateNames",
  "http://www.aiim.org/pdfa/ns/id/": "corr",
};

/** Properties whose types later parts see otherwise. */
const first: Readonly<Record<string, TypeName>> = {
  "http://ns.adobe.com/exif/1.0/ GPSMeasureMode": "integer",
  "http://ns.adobe.com/photoshop/1.0/ SupplementalCategories": "text",
};

const schemas: readonly Schema[] = [
  {
    namespace: "http://www.aiim.org/pdfa/ns/id/",
    properties: { integer: "part", text: "amd conformance corr rev" },
  },
  {
    namespace: "http://purl.org/dc/elements/1.1/",
    properties: {
      "bag propername": "contributor publisher",
      "seq propername": "creator",
      "seq date": "date",
      "lang alt": "description rights title",
      mimetype: "format",
      "bag locale": "language",
      "bag text": "relation subject type",
      text: "coverage identifier source",
    },
  },
  {
    namespace: "http://ns.adobe.com/xap/1.0/",
    properties: {
      "bag text": "Advisory Identifier",
      url: "BaseURL",
      date: "CreateDate MetadataDate ModifyDate",
      agentname: "CreatorTool",
      text: "Nickname Label",
      real: "Rating",
      "alt thumbnail": "Thumbnails",
    },
  },
  {
    namespace: "http://ns.adobe.com/xap/1.0/rights/",
    properties: {
      url: "Certificate WebStatement",
      boolean: "Marked",
      "bag propername": "Owner",
      "lang alt": "UsageTerms",
    },
  },
  {
    namespace: "http://ns.adobe.com/xap/1.0/mm/",
    properties: {
      resourceref: "DerivedFrom ManagedFrom RenditionOf",
      uri: "DocumentID InstanceID ManageTo ManageUI",
      "seq resourceevent": "History",
      agentname: "Manager",
      text: "ManagerVariant RenditionParams VersionID",
      renditionclass: "RenditionClass",
      "seq version": "Versions",
      url: "LastURL",
      integer: "SaveID",
    },
  },
  { namespace: "http://ns.adobe.com/xap/1.0/bj/", properties: { "bag job": "JobRef" } },
  {
    namespace: "http://ns.adobe.com/xap/1.0/t/pg/",
    properties: {
      dimensions: "MaxPageSize",
      integer: "NPages",
      "bag font": "Fonts",
      "seq colorant": "Colorants",
      "seq text": "PlateNames",
    },
  },
  {
    namespace: "http://ns.adobe.com/pdf/1.3/",
    properties: { text: "Keywords PDFVersion", agentname: "Producer" },
  },
  {
    namespace: "http://ns.adobe.com/photoshop/1.0/",
    properties: {
      text: "AuthorsPosition Category City Country Credit Headline Instructions Source State TransmissionReference",
      propername: "CaptionWriter",
      date: "DateCreated",
      integer: "Urgency",
      "bag text": "SupplementalCategories",
    },
  },
  {
    namespace: "http://ns.adobe.com/tiff/1.0/",
    properties: {
      integer:
        "ImageWidth ImageLength SamplesPerPixel Compression PhotometricInterpretation Orientation PlanarConfiguration YCbCrPositioning ResolutionUnit",
      "seq integer": "BitsPerSample TransferFunction YCbCrSubSampling",
      rational: "XResolution YResolution",
      "seq rational": "WhitePoint PrimaryChromaticities YCbCrCoefficients ReferenceBlackWhite",
      date: "DateTime",
      "lang alt": "ImageDescription Copyright",
      propername: "Make Model Artist",
      agentname: "Software",
    },
  },
  {
    namespace: "http://ns.adobe.com/exif/1.0/",
    properties: {
      rational:
        "CompressedBitsPerPixel ExposureTime FNumber ShutterSpeedValue ApertureValue BrightnessValue ExposureBiasValue MaxApertureValue SubjectDistance FocalLength FlashEnergy FocalPlaneXResolution FocalPlaneYResolution ExposureIndex DigitalZoomRatio GPSAltitude GPSDOP GPSSpeed GPSTrack GPSImgDirection GPSDestBearing GPSDestDistance",
      integer:
        "PixelXDimension PixelYDimension FocalLengthIn35mmFilm ExposureProgram MeteringMode FocalPlaneResolutionUnit SensingMethod FileSource SceneType CustomRendered ExposureMode WhiteBalance SceneCaptureType GainControl Contrast Saturation Sharpness SubjectDistanceRange GPSAltitudeRef GPSDifferential ColorSpace LightSource",
      "seq integer": "ISOSpeedRatings SubjectArea SubjectLocation ComponentsConfiguration",
      "lang alt": "UserComment",
      text: "RelatedSoundFile SpectralSensitivity ImageUniqueID GPSVersionID GPSSatellites GPSMapDatum GPSProcessingMethod GPSAreaInformation GPSStatus GPSSpeedRef GPSTrackRef GPSImgDirectionRef GPSDestBearingRef GPSDestDistanceRef ExifVersion FlashpixVersion GPSMeasureMode MakerNote",
      date: "DateTimeOriginal DateTimeDigitized GPSTimeStamp",
      gpscoordinate: "GPSLatitude GPSLongitude GPSDestLatitude GPSDestLongitude",
      "oecf/sfr": "OECF SpatialFrequencyResponse",
      flash: "Flash",
      cfapattern: "CFAPattern",
      devicesettings: "DeviceSettingDescription",
    },
  },
  {
    namespace: "http://ns.adobe.com/exif/1.0/aux/",
    isLater: true,
    properties: { text: "Lens SerialNumber" },
  },
  {
    namespace: "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    isLater: true,
    properties: {
      projectlink: "projectRef",
      text: "videoFrameRate videoCompressor audioCompressor speakerPlacement tapeName altTapeName scene shotName shotLocation logComment artist album genre copyright composer engineer instrument videoPixelDepth videoColorSpace videoAlphaMode videoFieldOrder pullDown audioSampleType audioChannelType key stretchMode timeSignature scaleType",
      dimensions: "videoFrameSize",
      rational: "videoPixelAspectRatio fileDataRate",
      boolean: "videoAlphaUnityIsTransparent loop",
      colorant: "videoAlphaPremultipleColor",
      integer: "audioSampleRate trackNumber",
      timecode: "startTimecode altTimecode",
      time: "duration introTime outCue relativeTimestamp",
      date: "shotDate videoModDate audioModDate metadataModDate releaseDate",
      "seq marker": "markers",
      "bag media": "contributedMedia",
      uri: "absPeakAudioFilePath relativePeakAudioFilePath",
      real: "tempo numberOfBeats",
      timescalestretch: "timeScaleParams",
      resamplestretch: "resampleParams",
      beatsplicestretch: "beatSpliceParams",
    },
  },
  {
    namespace: "http://ns.adobe.com/camera-raw-settings/1.0/",
    isLater: true,
    properties: {
      boolean: "AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings",
      integer:
        "BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction Contrast CropUnits GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation Shadows ShadowTint Sharpness Temperature Tint VignetteAmount VignetteMidpoint",
      text: "CameraProfile RawFileName ToneCurveName Version WhiteBalance",
      real: "CropTop CropLeft CropBottom CropRight CropAngle CropWidth CropHeight Exposure",
      "seq text": "ToneCurve",
    },
  },
];

const key = (namespace: string, name: string) => `${namespace} ${name}`;

function tableOf(isFirst: boolean): ReadonlyMap<string, TypeName> {
  return new Map(
    schemas
      .filter(({ isLater }) => !isFirst || !isLater)
      .flatMap(({ namespace, properties }) =>
        Object.entries(properties).flatMap(([type, names]) =>
          names
            .split(" ")
            .filter((name) => !isFirst || !later[namespace]?.split(" ").includes(name))
            .map((name): [string, string] => {
              const id = key(namespace, name);
              return [id, (isFirst ? first[id] : undefined) ?? type];
            }),
        ),
      ),
  );
}

const tables = { first: tableOf(true), later: tableOf(false) };

/** The type of a property that XMP defines; undefined if it defines none. `isFirst`: as PDF/A-1 knows it. */
export function predefinedType(namespace: string, name: string, isFirst: boolean): TypeName | undefined {
  return tables[isFirst ? "first" : "later"].get(key(namespace, name));
}
