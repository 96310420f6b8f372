/** Settings on the command line: their flags, their variables, and the given values. */
import * as v from "valibot";
import { openScope, type Scope, ScopeError, unlimitedScope } from "../../files/scope/scope.ts";
import { variable } from "../../host/environment.ts";
import { firstProgram } from "../../host/programs.ts";
import {
  callSettings,
  defaultOf,
  type Given,
  readSettings,
  type Setting,
  type Settings,
  SettingsError,
  type SettingTable,
} from "../../settings.ts";
import type { Environment } from "./environment.ts";
import { type Flag, type FlagTable, type GivenFlags, UsageError } from "./flags.ts";
import type { HelpRow } from "./usage.ts";

/** Settings that most commands share: only `pdfd help options` explains them. */
const shared: ReadonlySet<Setting> = new Set(Object.values(callSettings));

/** The flags of the settings, in order. */
export function settingFlags(table: SettingTable): FlagTable {
  return Object.fromEntries(
    Object.values(table).flatMap((setting) => {
      const { flag, kind, hint = "value", description, schema } = setting;
      if (flag === undefined) return [];
      const known: Flag = {
        type: kind === "switch" ? "boolean" : "string",
        isRepeatable: kind === "list",
        valueHint: hint,
        description,
        isCommon: shared.has(setting),
        // Only the help asks, and a schema takes as long as reading a short line.
        get isRequired() {
          return !v.is(schema, undefined);
        },
        get usual() {
          return defaultOf(setting) || undefined;
        },
      };
      return [[flag, known]];
    }),
  );
}

/** The environment variables of settings, and what they do. */
export function variableRows(settings: readonly Setting[]): HelpRow[] {
  return settings.flatMap(({ flag, variable: name, description }): HelpRow[] =>
    name === undefined ? [] : [[name, flag === undefined ? description : `Like --${flag}`]],
  );
}

/** The settings given by flags and variables; flags take precedence. Throws `UsageError`. */
export function settingsOf<T extends SettingTable>(
  table: T,
  flags: Pick<GivenFlags, "texts" | "lists" | "switches">,
  environment: Environment = process.env,
): Settings<T> {
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  try {
    return readSettings(table, (setting) => givenFor(setting, flags, environment), random);
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message);
    throw error;
  }
}

function givenFor(
  { flag, variable: name }: Setting,
  { texts, lists, switches }: Pick<GivenFlags, "texts" | "lists" | "switches">,
  environment: Environment,
): Given {
  if (flag !== undefined) {
    const value = texts.get(flag) ?? lists.get(flag) ?? (switches.has(flag) || undefined);
    if (value !== undefined || name === undefined) return { name: `--${flag}`, value };
  }
  return { name: name ?? "", value: name && variable(name, environment) };
}

/** The scope of a command: the folders of `--allow-dir`, or else everything its user can access, relative to the current folder. */
export function scopeOf(folders: readonly string[]): Scope {
  if (folders.length === 0) return unlimitedScope(process.cwd());
  try {
    return openScope(folders);
  } catch (error) {
    if (error instanceof ScopeError) throw new UsageError(error.message);
    throw error;
  }
}

/** A server rejects a missing converter at startup rather than at the first document. */
export function requireProgram(soffice: string | undefined): void {
  if (soffice !== undefined && firstProgram([soffice], []) === undefined)
    throw new UsageError(
      `the office converter ${JSON.stringify(soffice.slice(0, 200))} (--soffice, PDFD_SOFFICE) is not an executable program`,
    );
}
