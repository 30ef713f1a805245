import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { type Finding, fine, problem } from "./finding.ts";

const shown = 5;

/** Payments that were kept aside and name nobody's sale: no creator sees them, so the operator has to. */
export async function checkKeptPayments(client: pg.Client): Promise<Finding> {
  const rows = await selectOwnerless(client);
  if (rows.length === 0) return fine("Every payment that was kept aside has a creator who sees it");
  const some = rows.slice(0, shown).map(({ paymentIntentId }) => paymentIntentId);
  const named = rows.length > shown ? `${some.join(", ")}, …` : some.join(", ");
  const [name, them] =
    rows.length === 1 ? ["1 payment names", "it"] : [`${rows.length} payments name`, "them"];
  return problem(
    `${name} no sale of ours (${named}): give ${them} back at the provider. What went back is gone from here after the next night`,
  );
}

const selectOwnerless = statement("doctor_kept_payments")<{ paymentIntentId: string }, []>(
  `select payment_intent_id as "paymentIntentId" from quarantined_payments
    where owner_id is null and resolved_at is null order by created_at`,
);
