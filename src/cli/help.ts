/** The first text a newcomer reads. */
import { version } from "../core/version.ts";
import { tools } from "../tools/index.ts";
import { commandName } from "./flags/command.ts";

/** The output of `pdfd --help`. */
export function helpText(): string {
  const ofTools = tools.map((tool) => `  ${commandName(tool).padEnd(17)} ${tool.title}\n`).join("");
  return `pdfd ${version}: the PDF tools of this computer as a local HTTP service, an MCP
server and a command line. It reads PDFs and writes new ones, and never
overwrites a file. Documents never leave the computer.

Usage: pdfd <command> [options]

Tools:
${ofTools}
Servers and modes:
  serve             Start the HTTP service on the folders you allow
  mcp               Run as an MCP server over stdio, for an agent
  --jsonl           Read one call per line, answer with one line each

More:
  tools [name]      List the tools, or show the JSON schemas of one
  client <language> Print a client for the service: typescript, python or sh
  models <action>   Get, check and remove the models that read page images
  doctor            Check this installation for missing parts
  completion <shell> Print completions for bash, zsh or fish
  licenses          Print the licenses of everything inside

Options:
  --help            Show this text; after a command, its options
  --version         Show the version

Examples:
  pdfd merge a.pdf b.pdf -o both.pdf
  pdfd read-text --pages 1-3 report.pdf
  Start the service on the current folder; it prints its address, its token and
  a line to try:
    pdfd serve --allow-dir .
  With your own token (at least 32 characters):
    export SERVICE_API_TOKEN="$(openssl rand -hex 32)"
    pdfd serve --allow-dir ~/Documents --port 8080
  In a script: any free port, and address and token as one line of JSON:
    pdfd serve --allow-dir . --port 0 --ready-json > ready.json
`;
}
