/** Prompts for a missing password. */
import { askSecret } from "../../host/terminal/ask.ts";
import { UsageError } from "../flags/flags.ts";
import { asksPassword } from "../tools/call-phase.ts";

/** The password for the call that returned `code`; undefined if the user cancels. A new password is entered twice. */
export async function askPassword(code: number): Promise<string | undefined> {
  if (code !== asksPassword.toProtect) return await askSecret("Password: ");
  const password = await askSecret("New password: ");
  if (password === undefined) return undefined;
  const again = await askSecret("Repeat new password: ");
  if (again !== undefined && again !== password) throw new UsageError("the two passwords differ");
  return again;
}
