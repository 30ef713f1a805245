/**
 * Milliseconds of processor time that `work` takes on this thread: the least of a few attempts, since the first one also
 * compiles it. Stops at an attempt of at most `enoughMs`. Unlike time by the clock, it leaves out other processes and threads.
 */
export async function processorMs(work: () => unknown, enoughMs = 0, attempts = 3): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least > enoughMs; attempt += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
