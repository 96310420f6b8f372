/** Where the office converter is, as flags and variables say it, for every command that may start it. */
import { isAbsolute } from "node:path";
import { firstProgram } from "../../host/programs.ts";
import { secondsOf } from "./common-flags.ts";
import { type Flag, type FlagTable, type GivenFlags, UsageError } from "./flags.ts";

export const sofficeFlag: Flag = {
  kind: "text",
  hint: "program",
  description:
    "Absolute path of LibreOffice's soffice; PDFD_SOFFICE, PATH and the usual places are looked at where omitted",
};

export const officeFlags: FlagTable = {
  soffice: sofficeFlag,
  "office-deadline": {
    kind: "text",
    hint: "seconds",
    description: "Time limit of one office conversion (default 120)",
  },
};

export interface OfficeOptions {
  /** Absolute; looked for where omitted. */
  readonly soffice?: string | undefined;
  readonly officeDeadlineMs?: number | undefined;
}

/** For what stays: a converter that is not there is refused at the start, not at the first document. */
export function requireProgram(soffice: string | undefined): void {
  if (soffice !== undefined && firstProgram([soffice], []) === undefined)
    throw new UsageError(
      `the office converter ${JSON.stringify(soffice.slice(0, 200))} (--soffice, PDFD_SOFFICE) is not a program that may be started`,
    );
}

/** Reads them; the flag wins over the variable. Throws `UsageError`. */
export function officeOf({ texts }: Pick<GivenFlags, "texts">, variable: string | undefined): OfficeOptions {
  const flag = texts.get("soffice");
  const soffice = flag ?? (variable || undefined);
  // A short name would be looked for in the current folder by some system or other.
  if (soffice !== undefined && !isAbsolute(soffice))
    throw new UsageError(
      `${flag === undefined ? "PDFD_SOFFICE" : "--soffice"} ${JSON.stringify(soffice.slice(0, 200))} is not an absolute path; write where the program is`,
    );
  const deadline = texts.get("office-deadline");
  return {
    soffice,
    officeDeadlineMs: deadline === undefined ? undefined : secondsOf("--office-deadline", deadline),
  };
}
