import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { NotificationFacts } from "#server/features/notifications/notification-facts.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import type { GatewaySubscription } from "#server/payments/subscription-gateway.ts";
import { runs } from "./member-news.ts";
import type { LockedMembership } from "./record-bill.ts";

type MemberKind = Exclude<Extract<keyof NotificationFacts, `MEMBER_${string}`>, "MEMBER_RENEWED">;
type MemberEvent = {
  [Kind in MemberKind]: { kind: Kind; event: string; facts: NotificationFacts[Kind] };
}[MemberKind];

/** Tells a creator of one of their members, once for each event. The platform is told nothing of the plans that it sells. */
export async function notifyOfMember(
  client: pg.PoolClient,
  { ownerId, isPlan }: Pick<LockedMembership, "ownerId" | "isPlan">,
  now: Date,
  event: MemberEvent,
): Promise<void> {
  if (!isPlan) await notifyCreator(dbOn(client), { ownerId, now, ...event });
}

/** Tells a creator of a free trial that an order began. A member who pays at once is told of as a sale. */
export async function notifyOfTrial(client: pg.PoolClient, orderId: string, now: Date): Promise<void> {
  const [begun] = await selectBegun(client, orderId);
  if (!begun?.trialEndsAt) return;
  const { id, title, trialEndsAt } = begun;
  await notifyOfMember(client, begun, now, {
    kind: "MEMBER_JOINED",
    event: `member-joined:${id}`,
    facts: { orderId, title, trialEndsAt: trialEndsAt.toISOString() },
  });
}

/**
 * Tells a creator that a membership has ended, or was canceled and will end. A member who cancels, keeps it and cancels
 * again is told of once for each period.
 */
export async function notifyOfEnd(
  client: pg.PoolClient,
  before: LockedMembership,
  {
    cancelAtPeriodEnd,
    currentPeriodEnd,
  }: Pick<GatewaySubscription, "cancelAtPeriodEnd" | "currentPeriodEnd">,
  { status, isUnpaid }: { status: string; isUnpaid: boolean },
  now: Date,
): Promise<void> {
  const { id, orderId, title } = before;
  if (!runs(before)) return;
  if (!runs({ ...before, status })) {
    const facts = { orderId, title, isUnpaid: isUnpaid || before.status === "past_due" };
    return notifyOfMember(client, before, now, { kind: "MEMBER_ENDED", event: `member-ended:${id}`, facts });
  }
  if (before.cancelAtPeriodEnd || !cancelAtPeriodEnd) return;
  const endsAt = before.paidUntil ?? currentPeriodEnd;
  await notifyOfMember(client, before, now, {
    kind: "MEMBER_CANCELED",
    event: `member-canceled:${id}:${endsAt?.toISOString() ?? ""}`,
    facts: { orderId, title, endsAt: endsAt?.toISOString() ?? null },
  });
}

const selectBegun = hotStatement("memberships_select_begun")<
  Pick<LockedMembership, "id" | "ownerId" | "title" | "isPlan"> & { trialEndsAt: Date | null },
  [orderId: string]
>(`select s.id, s.owner_id as "ownerId", p.title, p.plan is not null as "isPlan", s.current_period_end as "trialEndsAt"
     from subscriptions s join products p on p.id = s.product_id where s.order_id = $1`);
