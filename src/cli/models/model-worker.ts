/** The hidden command that the service starts for itself: the process that reads page images. Its flags are none. */
import { runModelWorker } from "../../models/reading/worker.ts";
import type { Command } from "../flags/command.ts";

export const modelWorkerCommand: Command = {
  name: "model-worker",
  description: "The process of the service that reads page images; started by it alone",
  flags: {},
  hidden: true,
  run: () => runModelWorker(),
};
