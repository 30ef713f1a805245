/** Work that runs once at a time; see `coalesce`. */
export type Coalesced = {
  run(): void;
  /** Settles when nothing runs any more. Ask it when nobody calls `run` any longer. */
  ended(): Promise<void>;
};

/** Work that runs once at a time: however often it is asked for meanwhile, it runs once more. `failed` hears of its errors. */
export function coalesce(work: () => Promise<unknown>, failed: (error: unknown) => void): Coalesced {
  let running: Promise<void> | undefined;
  let again = false;
  const run = (): void => {
    again = true;
    running ??= repeat().finally(() => {
      running = undefined;
      if (again) run();
    });
  };
  async function repeat(): Promise<void> {
    while (again) {
      again = false;
      await work().catch(failed);
    }
  }
  return { run, ended: async () => running };
}
