export type TransferRate = { bytesPerSecond: number; secondsLeft: number };

const windowMs = 8_000;
const leastMs = 1_000;

/**
 * Follows a transfer of `totalBytes`: give it how much has been sent and when (ms), get the speed of the last eight
 * seconds; undefined until there is a second of it.
 */
export function transferRateMeter(totalBytes: number) {
  let samples: { sentBytes: number; at: number }[] = [];
  return (sentBytes: number, at: number): TransferRate | undefined => {
    samples = [...samples.filter((sample) => at - sample.at <= windowMs), { sentBytes, at }];
    const [first] = samples;
    if (!first || at - first.at < leastMs) return undefined;
    const bytesPerSecond = ((sentBytes - first.sentBytes) * 1000) / (at - first.at);
    if (bytesPerSecond <= 0) return undefined;
    return { bytesPerSecond, secondsLeft: (totalBytes - sentBytes) / bytesPerSecond };
  };
}

/** "12 s left", "4 min left", "1 h 5 min left". */
export function describeTimeLeft(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min left`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
