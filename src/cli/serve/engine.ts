/** The hidden command of an engine process, started by the service. It takes no flags; its input is the protocol of run/. */
import { createOffice } from "../../office/convert.ts";
import { runEngine } from "../../run/engine.ts";
import { command } from "../flags/command.ts";

export const engineCommand = command({
  meta: {
    name: "engine",
    description: "One engine process of the service; started by it alone",
    hidden: true,
  },
  args: {},
  examples: [],
  run: () => runEngine(createOffice),
});
