/**
 * How many times longer `work` takes than `other`, which runs right after it. A ratio says the same on a slow machine, where
 * seconds do not; take the least of several, since others may use the machine meanwhile.
 */
export async function timesLonger(work: () => unknown, other: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  const between = performance.now();
  await other();
  return (between - begun) / (performance.now() - between);
}
