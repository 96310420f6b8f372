/** The contract, in the process of the tests. */
import { contract } from "./contract.ts";
import { inProcess } from "./target.ts";

contract(inProcess);
