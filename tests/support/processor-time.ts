/**
 * Milliseconds of processor time that `work` takes on this thread: the least of three runs, since the first one also compiles
 * it. Unlike time by the clock, it leaves out other processes and threads.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < 3; run++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
