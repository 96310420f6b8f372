/** The only import of citty: the order of these lines matters. */
import "./hidden-environment.ts";

export { defineCommand, runCommand } from "citty";

import "./shown-environment.ts";
