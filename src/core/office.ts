/** The interface of the office converter: `office/` implements it with the suite installed on this computer. */
import type { ByteSource, InputFile } from "./document-io.ts";

/** The converter's settings, as given at startup. */
export interface OfficeSettings {
  /** Absolute path of the converter (`--soffice`); if undefined, it is searched for. */
  readonly program?: string | undefined;
  /** Time limit per conversion, in milliseconds. */
  readonly deadlineMs: number;
  /** Folders not to search for a converter: the allowed ones, where callers can write, and the current one. */
  readonly avoid: readonly string[];
}

/** A converted document; disposing of it removes every trace of the conversion. */
export interface Converted extends Disposable {
  /** The PDF as the converter wrote it: it has a PDF header and isn't checked further. */
  readonly pdf: ByteSource;
  /** Names of the fonts that the document requests, as spelled there. */
  readonly fonts: readonly string[];
  /** What the PDF shows otherwise than the document as saved, with the places. */
  readonly warnings: readonly string[];
}

export interface Office {
  /**
   * Converts a Word, Excel, PowerPoint or OpenDocument file. Throws 422 `operation_failed`: no converter (with a hint),
   * content that doesn't match its name, password protection, a bomb, out of time or memory, not convertible.
   */
  convert(document: InputFile): Promise<Converted>;
}

export interface OfficeHooks {
  /** Called with the private folder's path before it is created. */
  readonly onTemp?: (path: string) => void;
  /** Called with a starting converter's process group, and with 0 when it is gone. */
  readonly onGroup?: (group: number) => void;
  /** The folder in which the suite creates its socket. */
  readonly socketFolder?: string;
}

export type CreateOffice = (settings: OfficeSettings, hooks?: OfficeHooks) => Office;
