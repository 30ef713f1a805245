import { afterAll } from "vitest";

const waiting = new Set<() => Promise<void>>();

/**
 * Does `end` when the test file is over, after what was begun later, wherever this is called: Vitest forgets an `afterAll` of a test
 * or of another hook without a word.
 */
export function afterFile(end: () => unknown): void {
  const endOnce = async () => {
    if (waiting.delete(endOnce)) await end();
  };
  waiting.add(endOnce);
  afterAll(endOnce);
}

/** Ends what no hook has ended, the last first. Each test file's last hook. */
export async function endWhatIsLeft(): Promise<void> {
  for (const end of [...waiting].toReversed()) await end();
}
