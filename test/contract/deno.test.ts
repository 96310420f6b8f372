/** The contract, on Deno from source. */
import { contract } from "./contract.ts";
import { deno } from "./target.ts";

contract(deno);
