/** The Skills extension (SEP-2640): the text printed by `pdfd mcp --instructions`, as a skill that clients can load. */
import { createHash } from "node:crypto";
import { skill } from "./instructions.ts";

export const skillsExtension = "io.modelcontextprotocol/skills";

export const skillUri = "skill://pdfd/SKILL.md";

export const skillType = "text/markdown";

/** The text's front matter: lines of `name: value`. */
function frontMatter(): Record<string, string> {
  const [, head = ""] = skill.split("---\n");
  const members = head
    .trim()
    .split("\n")
    .map((line) => line.split(": "));
  return Object.fromEntries(members.map(([name = "", ...value]) => [name, value.join(": ")]));
}

/** The catalog's only entry. */
export function skillEntry() {
  const bytes = Buffer.from(skill);
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  return {
    uri: skillUri,
    frontmatter: frontMatter(),
    resources: [{ uri: skillUri, digest, size: bytes.length }],
  };
}
