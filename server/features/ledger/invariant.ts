/** What must be true of the books. */
export type Invariant = {
  name: string;
  /** In words, for who reads the audit. */
  rule: string;
  /** May lag by up to a minute while payments are on their way; true whenever nothing is. */
  atQuiet?: true;
  /** Only where the sandbox is the provider: it compares with the sandbox's own books. */
  sandboxOnly?: true;
  checks: readonly Check[];
};

/**
 * A query for the rows that break the rule, each with an `id` and what is wrong. It goes through one table range by range and
 * joins what belongs to its rows; without `through` it reads each of its tables once, whole, or an index has all it asks for.
 */
export type Check = { through?: string; sql: string };

/** Of the table that a check goes through: only the rows of the range that is looked at. */
export const inRange = (row: string): string => `(${row}.ctid >= $1::tid and ${row}.ctid < $2::tid)`;

/** Of an order `o`: it was paid, whatever was given back since. */
export const paid = "o.status in ('PAID', 'REFUNDED')";
