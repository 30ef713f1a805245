import type pg from "pg";
import type { PaymentGateway } from "#server/payments/payment-gateway.ts";
import type { Invariant } from "./invariant.ts";
import { invariants } from "./invariants.ts";

/** An invariant that does not hold, with the first of the rows that break it. */
export type Finding = { name: string; rule: string; count: number; examples: Record<string, unknown>[] };

const shownExamples = 5;

/**
 * Checks the books: every invariant in one read-only snapshot. Empty when all hold. `quiet: false` leaves out what may
 * lag while payments are on their way.
 */
export async function auditBooks(
  pool: pg.Pool,
  { provider, quiet = true }: { provider: PaymentGateway["provider"]; quiet?: boolean },
): Promise<Finding[]> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const findings: Finding[] = [];
    for (const invariant of invariants.filter((one) => applies(one, provider, quiet))) {
      const { rows } = await client.query<Record<string, unknown>>(invariant.sql);
      if (rows.length > 0)
        findings.push({
          name: invariant.name,
          rule: invariant.rule,
          count: rows.length,
          examples: rows.slice(0, shownExamples),
        });
    }
    await client.query("commit");
    return findings;
  } finally {
    client.release();
  }
}

/** How many invariants an audit of this provider's books checks. */
export const countInvariants = (provider: PaymentGateway["provider"]): number =>
  invariants.filter((one) => applies(one, provider, true)).length;

const applies = (invariant: Invariant, provider: string, quiet: boolean): boolean =>
  (quiet || !invariant.atQuiet) && (provider === "sandbox" || !invariant.sandboxOnly);
