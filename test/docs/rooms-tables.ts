/** The tables of docs/architecture.md, generated from the tables that the sources are checked against. */
import { layers, orders } from "../rooms.ts";

const named = (rooms: readonly string[]) => rooms.map((room) => `\`${room}\``).join(", ");

export const roomsTable = [
  "| Room | May import |\n|---|---|\n",
  ...Object.entries(layers).map(
    ([room, others]) => `| \`${room}\` | ${named(others) || "packages alone"} |\n`,
  ),
].join("");

export const ordersTable = [
  "| Room | From below to above |\n|---|---|\n",
  ...Object.entries(orders).map(([room, levels]) => `| \`${room}\` | ${levels.map(named).join(" → ")} |\n`),
].join("");
