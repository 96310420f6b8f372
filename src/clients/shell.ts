/** The client for POSIX shells: functions to source; curl makes the calls, openssl verifies callbacks. */
import type { Tool } from "../core/tool.ts";
import { fieldsOf, schemasOf, template } from "./schema.ts";

/** The client as source text. */
export async function shellClient(tools: readonly Tool[]): Promise<string> {
  const functions = tools.map((tool) => {
    const fields = fieldsOf(schemasOf(tool).input).map(({ name, required }) =>
      required ? name : `[${name}]`,
    );
    return `# ${tool.title}. Fields: ${fields.join(", ")}\n${tool.name}() { pdfd_call ${tool.name} "$@"; }\n`;
  });
  const text = await template("client.sh");
  return text.replace("# FUNCTIONS\n", () => functions.join("\n"));
}
