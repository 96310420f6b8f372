/** The office converter, by interface: `office/` implements it with the suite that is installed on this computer. */
import type { ByteSource, InputFile } from "./document-io.ts";

/** The settings of the converter, as the service was started with them. */
export interface OfficeSettings {
  /** Absolute path of the converter (`--soffice`); undefined: it is looked for. */
  readonly program?: string | undefined;
  /** Time limit of one conversion, in milliseconds. */
  readonly deadlineMs: number;
  /** Folders in which no converter is looked for: the allowed ones, where callers may write, and the current one. */
  readonly avoid: readonly string[];
}

/** A converted document; disposing it removes every trace of the conversion. */
export interface Converted extends Disposable {
  /** The PDF, as the converter wrote it: it begins like one and is not checked further. */
  readonly pdf: ByteSource;
  /** Names of fonts that the document asks for, as it spells them. */
  readonly fonts: readonly string[];
  /** Whether tracked deletions are in the PDF, as the document shows them. */
  readonly hasDeletions: boolean;
}

export interface Office {
  /**
   * Converts a Word, Excel, PowerPoint or OpenDocument file. Throws 422 `operation_failed`: no converter (with a hint),
   * not of the kind that its name claims, protected with a password, a bomb, out of time or memory, not convertible.
   */
  convert(document: InputFile): Promise<Converted>;
}

export interface OfficeHooks {
  /** Called with the private folder's path before it is made. */
  readonly onTemp?: (path: string) => void;
  /** Called with the process group of a converter that begins to run, and with 0 when it is gone. */
  readonly onGroup?: (group: number) => void;
  /** The folder in which the suite makes its socket. */
  readonly socketFolder?: string;
}

export type CreateOffice = (settings: OfficeSettings, hooks?: OfficeHooks) => Office;
