/**
 * SQL: the rows of `access` that are open at the moment that a parameter such as `$6` holds, as a table to join or to look
 * into: paid and undisputed, neither revoked nor of somebody who was forgotten, and where a membership gave them, while it
 * is open or in grace. The one answer to who owns what now, for every gate, count and offer; see `open_access` in the
 * migrations. PostgreSQL opens the function up into the statement that asks, so that its indexes serve it.
 */
export const openAccess = (now: string): string => `open_access(${now}::timestamptz)`;

/**
 * SQL: the rows of `access` whose purchase stands, whether or not its membership has ended: what reviews go by. Open access
 * is those of them whose membership is open.
 */
export const standingAccess = "standing_access";
