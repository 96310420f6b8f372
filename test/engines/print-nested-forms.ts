/** Prints the results of `readNestedForms` for the depths on the command line, for runtimes that don't run the tests. */
import { readNestedForms } from "./nested-forms.ts";

console.log(JSON.stringify(await readNestedForms(process.argv.slice(2).map(Number))));
