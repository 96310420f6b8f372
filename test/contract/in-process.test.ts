/** The contract, in the test process. */
import { contract } from "./contract.ts";
import { inProcess } from "./target.ts";

contract(inProcess);
