/** Prints what `readNestedForms` finds for the depths on the command line: for runtimes that tests are not run in. */
import { readNestedForms } from "./nested-forms.ts";

console.log(JSON.stringify(await readNestedForms(process.argv.slice(2).map(Number))));
