/** What must be true of the books. Its query returns the rows that break it, each with an `id` and what is wrong. */
export type Invariant = {
  name: string;
  /** In words, for who reads the audit. */
  rule: string;
  /** May lag by up to a minute while payments are on their way; true whenever nothing is. */
  atQuiet?: true;
  /** Only where the sandbox is the provider: it compares with the sandbox's own books. */
  sandboxOnly?: true;
  sql: string;
};
