import type { OwnerlessPayment } from "#contract/operator/operator.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { seenByNobody } from "#server/database/seen-by-nobody.ts";
import { statement } from "#server/database/statement.ts";
import { resolveOwnerlessPayment } from "#server/features/orders/quarantined-payments.ts";
import type { Services } from "#server/services.ts";
import { recordAct } from "./operator-events.ts";

const perPage = 25;

/** Payments that were kept aside and that no creator sees, the newest first. */
export async function listOwnerlessPayments(
  { pool }: Pick<Services, "pool">,
  cursor: string | undefined,
): Promise<{ payments: OwnerlessPayment[]; nextCursor: string | null }> {
  const { shown, nextCursor } = cutPage(await selectPayments(pool, ...placeOf(cursor)), perPage);
  return { payments: shown, nextCursor };
}

const selectPayments = statement("operator_select_payments")<
  OwnerlessPayment & Placed,
  [afterMicros: string, afterId: string]
>(
  `select id, payment_intent_id as "paymentIntentId", received_cents as "receivedCents", expected_cents as "expectedCents", reason,
          resolution, created_at as "createdAt", ${placeMicros("created_at")} as "placeMicros"
     from quarantined_payments where ${seenByNobody} and ${comesAfter("created_at", "id", ["$1", "$2"])}
    order by created_at desc, id desc limit ${perPage + 1}`,
);

/** Decides as a creator does of theirs, and writes down who did: the decision, whatever comes of it. Throws as that does. */
export async function resolvePayment(
  services: Services,
  operatorId: string,
  id: string,
  resolution: "REFUNDED" | "DISMISSED",
): Promise<void> {
  const kind = resolution === "REFUNDED" ? "PAYMENT_REFUNDED" : "PAYMENT_DISMISSED";
  await resolveOwnerlessPayment(services, id, resolution, (client) =>
    recordAct(client, operatorId, { kind, subject: id }, services.clock.now()),
  );
}
