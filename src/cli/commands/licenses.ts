/** `pdfd licenses`: the licenses of everything inside this program, and where to find its source. */
import { licenses } from "../../host/assets/assets.ts";
import { print } from "../../host/terminal/terminal.ts";
import { command } from "../flags/command.ts";
import { exitCodes } from "../flags/exit-codes.ts";

/** The source contains no other programs: packages are in node_modules, or in the runtime's cache, with their own licenses. */
const fromSource = `pdfd is free software under the GNU Affero General Public License, version 3 or later: see LICENSE.
This is its source, which contains no other program; each package that it uses has its own license.
\`npm run build\` writes the licenses of everything in an executable to dist/licenses.txt.
`;

export const licensesCommand = command({
  meta: { name: "licenses", description: "Print the licenses of all components, and where the source is" },
  args: {},
  examples: ["pdfd licenses | less"],
  async run() {
    print(1, (await licenses()) ?? fromSource);
    return exitCodes.done;
  },
});
