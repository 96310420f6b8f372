/** The contract, as the executable. */
import { contract } from "./contract.ts";
import { executable } from "./target.ts";

contract(executable);
