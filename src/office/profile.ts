/**
 * The suite's profile for one conversion (docs/decisions/0014): no links are loaded, nothing is executed or prompted for, and
 * the user's own profile is neither read nor written.
 */

interface Setting {
  readonly path: string;
  readonly name: string;
  readonly value: string | number | boolean;
}

const root = "/org.openoffice.";
const setting = (path: string, name: string, value: Setting["value"]): Setting => ({
  path: root + path,
  name,
  value,
});

/** Nothing listens on port 9 of this computer: a connection through this proxy ends here. */
const proxies = ["HTTP", "HTTPS", "FTP"].flatMap((kind) => [
  setting("Inet/Settings", `ooInet${kind}ProxyName`, "127.0.0.1"),
  setting("Inet/Settings", `ooInet${kind}ProxyPort`, 9),
]);

const settings: readonly Setting[] = [
  // Pictures, sections, sheets and objects that a document only refers to: both local files and addresses.
  setting("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", true),
  // 2 is "never" in Calc and Writer.
  setting("Office.Calc/Content/Update", "Link", 2),
  setting("Office.Writer/Content/Update", "Link", 2),
  // 3 is "very high": only macros from trusted places, and there is none.
  setting("Office.Common/Security/Scripting", "MacroSecurityLevel", 3),
  setting("Office.Common/Security/Scripting", "DisableMacrosExecution", true),
  setting("Office.Common/Security/Scripting", "DisableActiveContent", true),
  setting("Office.Java/VirtualMachine", "Enable", false),
  // 2 is "manual", without exceptions.
  setting("Inet/Settings", "ooInetProxyType", 1),
  setting("Inet/Settings", "ooInetNoProxy", ""),
  ...proxies,
  setting("Office.Common/Misc", "CrashReport", false),
  setting("Office.Common/Misc", "CollectUsageInformation", false),
  setting("Office.Common/Misc", "FirstRun", false),
  setting("Office.Common/Misc", "UseOpenCL", false),
  setting("Office.Common/Misc", "UseLocking", false),
  setting("Office.Common/History", "PickListSize", 0),
  setting("Office.Recovery/AutoSave", "Enabled", false),
  setting("Office.Recovery/RecoveryInfo", "Enabled", false),
  setting("Setup/Office", "ooSetupInstCompleted", true),
  setting("Setup/Office", "MigrationCompleted", true),
  // A version that has run before skips the graphics test, which takes three quarters of a small conversion.
  setting("Setup/Product", "ooSetupLastVersion", "99.0"),
];

/** The settings file, `user/registrymodifications.xcu`. */
export const profileSettings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings.map(({ path, name, value }) => `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`).join("\n")}
</oor:items>
`;

/**
 * `user/extensions/buildid`: marks this build's extensions as known, so that the first start doesn't search for them and
 * restart (exit code 81). From the suite's `versionrc`; undefined if it has none.
 */
export function buildId(versionrc: string | undefined): string | undefined {
  return /^buildid=(.+?)\r?$/m.exec(versionrc ?? "")?.[1];
}

/**
 * `.config/fontconfig/fonts.conf` of the private home: keeps the user's own fonts and their cache available. `home` is the
 * user's, absolute.
 */
export function fontSettings(home: string): string {
  const folder = home.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${folder}/.local/share/fonts</dir>
<dir>${folder}/.fonts</dir>
<cachedir>${folder}/.cache/fontconfig</cachedir>
</fontconfig>
`;
}
