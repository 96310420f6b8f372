/** Whether ImageMagick failed outside its own error handling: its memory may then be corrupt, and the process must be replaced. */
let broken = false;

export const magickIsBroken = (): boolean => broken;

export function markBroken(): void {
  broken = true;
}
