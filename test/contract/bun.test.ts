/** The contract, on Bun from source. */
import { contract } from "./contract.ts";
import { bun } from "./target.ts";

contract(bun);
