/** The first text a newcomer reads. */
import { version } from "../core/version.ts";

export const helpText = `pdfd ${version}: the PDF tools of this computer as a local HTTP service.
Programs on this computer send it file paths; it reads the PDFs, writes new ones, and never overwrites a file.
Documents never leave the computer.

Usage: pdfd <command> [options]

Commands:
  serve       start the service on the folders you allow (pdfd serve --help lists the options)

Options:
  --help      show this text
  --version   show the version

Examples:
  Start on the current folder; the address, the token and a curl line to try are printed:
    pdfd serve --allow-dir .
  Two folders, another port, and a token of your own (at least 32 characters):
    SERVICE_API_TOKEN="$(openssl rand -hex 32)" pdfd serve --allow-dir ~/Documents --allow-dir /data/pdf --port 8080
  In a script: any free port, and address and token as one line of JSON:
    pdfd serve --allow-dir . --port 0 --ready-json > ready.json
`;
