/** Processor time used by this process so far, in ms, which a test can limit even on a busy machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
