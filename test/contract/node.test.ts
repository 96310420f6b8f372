/** The contract, as the bundle for Node. */
import { contract } from "./contract.ts";
import { node } from "./target.ts";

contract(node);
