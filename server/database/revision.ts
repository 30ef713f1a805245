import { eq, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { Conflict } from "#server/errors.ts";

/**
 * The condition of an UPDATE that its row is still the one a form was filled from, by the table's `revision` column, which
 * a trigger counts up. A change that names no revision is taken as it is.
 */
export const unchangedSince = (column: AnyPgColumn, revision: number | undefined): SQL | undefined =>
  revision === undefined ? undefined : eq(column, revision);

/** Throws 409 CHANGED_ELSEWHERE where an UPDATE under `unchangedSince` found its row there, but changed. */
export function requireUnchanged(updated: readonly unknown[]): void {
  if (updated.length === 0)
    throw Conflict(
      "This was changed in another tab or by somebody else since you opened it. Nothing was saved.",
      "CHANGED_ELSEWHERE",
    );
}
