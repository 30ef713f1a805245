/** Products in a text may change while its mails leave: what is made of it is made anew so often. */
const keptMs = 60_000;
const mostKept = 20;

/** Keeps what is the same for many recipients, by a name; what failed is made again. */
export function keepForAMinute<Ready>() {
  const kept = new Map<string, { ready: Promise<Ready>; until: number }>();
  return (name: string, make: () => Promise<Ready>): Promise<Ready> => {
    const now = performance.now();
    const known = kept.get(name);
    if (known && known.until > now) return known.ready;
    const ready = make();
    kept.delete(name);
    kept.set(name, { ready, until: now + keptMs });
    ready.catch(() => kept.delete(name));
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return ready;
  };
}
