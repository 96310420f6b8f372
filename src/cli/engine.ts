/** The hidden command that the service starts for itself: one engine process. Its flags are none, its input the protocol of run/. */
import { defineCommand } from "citty";
import { runEngine } from "../run/engine.ts";

export const engineCommand = defineCommand({
  meta: {
    name: "engine",
    description: "One engine process of the service; started by it alone",
    hidden: true,
  },
  run: () => runEngine(),
});
