/** Processor time that this process has used so far, in ms: what a test may bound on a machine that does other things too. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
