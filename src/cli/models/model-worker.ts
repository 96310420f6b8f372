/** The hidden command of the process that reads page images, started by the service. It takes no flags. */
import { runModelWorker } from "../../models/reading/worker.ts";
import { command } from "../flags/command.ts";

export const modelWorkerCommand = command({
  meta: {
    name: "model-worker",
    description: "The process of the service that reads page images; started by it alone",
    hidden: true,
  },
  args: {},
  examples: [],
  run: () => runModelWorker(),
});
