type OutboxStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Keeps what was written until the server has it, in the storage, where the next visit and other tabs find it. Everything
 * has an id of its own, so that what is in doubt is sent again.
 */
export function writtenOutbox<Written>(key: string, storage: OutboxStorage) {
  function waiting(): Record<string, Written> {
    try {
      const kept: unknown = JSON.parse(storage.getItem(key) ?? "{}");
      return typeof kept === "object" && kept !== null ? { ...kept } : {};
    } catch {
      return {};
    }
  }
  function keep(written: Record<string, Written>) {
    if (Object.keys(written).length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(written));
  }

  return {
    waiting,
    write: (id: string, written: Written) => keep({ ...waiting(), [id]: written }),
    /** Takes out what waits and fits. */
    take(fits: (written: Written) => boolean): [id: string, written: Written][] {
      const all = Object.entries(waiting());
      const taken = all.filter(([, written]) => fits(written));
      if (taken.length > 0) keep(Object.fromEntries(all.filter(([, written]) => !fits(written))));
      return taken;
    },
    /** Forgets everything that waits. */
    clear: () => keep({}),
    /**
     * Sends what waits, one after another. What fails stays, and keeps none of the others back; so does what was changed
     * meanwhile. Throws the last failure.
     */
    async send(post: (id: string, written: Written) => Promise<void>): Promise<void> {
      let failure: unknown;
      for (const [id, written] of Object.entries(waiting())) {
        try {
          await post(id, written);
        } catch (error) {
          failure = error;
          continue;
        }
        const { [id]: now, ...others } = waiting();
        if (JSON.stringify(now) === JSON.stringify(written)) keep(others);
      }
      if (failure !== undefined) throw failure;
    },
  };
}
