/**
 * When the runtime turns functions into machine code. On what a short command calls, JavaScriptCore's compilers spend as
 * long as the command itself takes, so the executable starts with thresholds that are a hundred times the usual
 * (`jitPolicy` in build.ts), which no work on a small file reaches. What stays, or works on more than that, asks for the usual.
 */

/** From here on the runtime compiles as usual, as it does from the start in every form but the executable. */
export function compileAsUsual(): void {
  // Bun before 1.4, which can run the npm package too, has no such function.
  if (typeof Bun === "object" && "setJITPolicy" in Bun.unsafe) Bun.unsafe.setJITPolicy(1);
}
