import type { FastifyRequest } from "fastify";
import type { Membership } from "#contract/memberships/memberships.ts";
import { isStoreSuspended } from "#server/database/suspended.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { membershipOpens } from "#server/database/membership-opens.ts";
import { nextTitle } from "#server/database/next-plan-title.ts";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import type { Services } from "#server/services.ts";

/** A membership that the request has proved, and what changing it needs. */
export type ProvenMembership = Membership & {
  ownerId: string;
  providerSubscriptionId: string;
  /** The newest bill, where it could not be charged. */
  openInvoiceId: string | null;
  /** The product of `otherPlan`, where that is another one. */
  otherProductId: string | null;
};

/** The memberships of an order, for who proves that order; nothing for anyone else. */
export async function listMemberships(
  services: Services,
  request: FastifyRequest,
  orderId: string,
): Promise<ProvenMembership[]> {
  const order = await findProvenOrder(services, request, { orderId });
  if (!order) return [];
  const rows = await ofOrder(services.pool, order.id, services.clock.now());
  return rows.map(membershipOf);
}

/** All memberships that began with these orders, those of today first. For who has proved each of them. */
export async function listMembershipsOf(
  { pool, clock }: Services,
  orderIds: string[],
): Promise<ProvenMembership[]> {
  const memberships = (await selectMembershipsOf(pool, orderIds, clock.now())).map(membershipOf);
  return memberships.toSorted(
    (one, other) => Number(one.state === "ENDED") - Number(other.state === "ENDED"),
  );
}

/** One of them. Throws the same 404 for an unknown, another's and an unproven one. */
export async function getProvenMembership(
  services: Services,
  request: FastifyRequest,
  { id, orderId }: { id: string; orderId: string },
): Promise<ProvenMembership> {
  const found = (await listMemberships(services, request, orderId)).find((one) => one.id === id);
  if (!found) throw NotFound("Membership not found");
  return found;
}

/** SQL: what new members may choose today beside this membership's own interval, and for a plan the other plan. */
const otherPlan = `case
  when s.plan_for is not null then (
    select jsonb_build_object('billingInterval', 'MONTH', 'priceCents', other.price_cents, 'title', other.title, 'productId', other.id)
      from products other
     where other.plan <> p.plan and other.state = 'PUBLISHED' and other.currency = s.currency and other.price_cents <> s.price_cents)
  when p.currency <> s.currency or p.state <> 'PUBLISHED' or p.billing_interval <> 'MONTH' then null
  when s.billing_interval = 'YEAR' then jsonb_build_object('billingInterval', 'MONTH', 'priceCents', p.price_cents)
  when p.yearly_price_cents is not null then jsonb_build_object('billingInterval', 'YEAR', 'priceCents', p.yearly_price_cents) end`;

type Row = Pick<
  ProvenMembership,
  | "id"
  | "ownerId"
  | "orderId"
  | "priceCents"
  | "currency"
  | "billingInterval"
  | "isPlan"
  | "isSellerGone"
  | "isSellerSuspended"
  | "resumesAtOnce"
  | "pausedUntil"
  | "providerSubscriptionId"
> & {
  productId: string;
  title: string;
  benefits: string[];
  creatorName: string;
  status: string;
  cancelAtPeriodEnd: boolean;
  otherPlan: {
    billingInterval: "MONTH" | "YEAR";
    priceCents: number;
    title?: string;
    productId?: string;
  } | null;
  nextInterval: "MONTH" | "YEAR" | null;
  nextPriceCents: number | null;
  /** Of the plan that begins then. */
  nextTitle: string | null;
  newPriceCents: number | null;
  newPriceAt: Date | null;
  paidUntil: Date | null;
  graceUntil: Date | null;
  cardBrand: string | null;
  cardLast4: string | null;
  billId: string | null;
  billCents: number;
  failure: string | null;
  isOpen: boolean;
};

function membershipOf(row: Row): ProvenMembership {
  const { status, cancelAtPeriodEnd, paidUntil, graceUntil, pausedUntil, cardBrand, cardLast4 } = row;
  const state = stateOf(status, cancelAtPeriodEnd);
  const openUntil = {
    ACTIVE: null,
    ENDING: paidUntil,
    PAUSED: paidUntil,
    PAST_DUE: graceUntil,
    ENDED: paidUntil,
  }[state];
  const nextPaymentAt = row.isSellerSuspended
    ? null
    : { ACTIVE: paidUntil, PAUSED: pausedUntil, ENDING: null, PAST_DUE: null, ENDED: null }[state];
  const { nextInterval, nextPriceCents, nextTitle: title } = row;
  const isMove = title !== null || nextInterval !== row.billingInterval;
  const nextPlan =
    nextInterval && isMove && nextPriceCents !== null && nextPaymentAt
      ? { billingInterval: nextInterval, priceCents: nextPriceCents, title, startsAt: nextPaymentAt }
      : null;
  const other = state === "ACTIVE" && status === "active" && !nextPlan ? row.otherPlan : null;
  const owes = state === "PAST_DUE" && row.billId !== null;
  return {
    id: row.id,
    ownerId: row.ownerId,
    orderId: row.orderId,
    product: { id: row.productId, title: row.title, benefits: row.benefits },
    isPlan: row.isPlan,
    creatorName: row.creatorName,
    isSellerGone: row.isSellerGone,
    isSellerSuspended: row.isSellerSuspended,
    state,
    priceCents: row.priceCents,
    currency: row.currency,
    billingInterval: row.billingInterval,
    otherPlan: other && {
      billingInterval: other.billingInterval,
      priceCents: other.priceCents,
      title: other.title ?? null,
      isLater: other.title ? other.priceCents < row.priceCents : other.billingInterval === "MONTH",
    },
    otherProductId: other?.productId ?? null,
    nextPlan,
    newPrice:
      row.newPriceCents !== null && row.newPriceAt && !nextPlan && state !== "ENDING" && state !== "ENDED"
        ? { priceCents: row.newPriceCents, startsAt: row.newPriceAt }
        : null,
    trialEndsAt: status === "trialing" ? paidUntil : null,
    nextPaymentAt,
    // Until it is reinstated, which nobody knows.
    pausedUntil: state === "PAUSED" && !row.isSellerSuspended ? pausedUntil : null,
    isOpen: row.isOpen,
    openUntil,
    resumesAtOnce: row.resumesAtOnce,
    card: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
    failedPayment: owes ? { amountCents: row.billCents, message: row.failure } : null,
    providerSubscriptionId: row.providerSubscriptionId,
    openInvoiceId: owes ? row.billId : null,
  };
}

function stateOf(status: string, isEnding: boolean): Membership["state"] {
  if (status === "past_due") return "PAST_DUE";
  if (status !== "active" && status !== "trialing" && status !== "paused") return "ENDED";
  if (isEnding) return "ENDING";
  return status === "paused" ? "PAUSED" : "ACTIVE";
}

const ofOrder = hotStatement("memberships_of_order")<Row, Asked>(
  select("orders o join subscriptions s on s.id = o.subscription_id", "o.id = $1 and s.order_id is not null"),
);
/** The memberships of several orders, in one statement. */
export const selectMembershipsOf = hotStatement("memberships_of_orders")<
  Row,
  [orderIds: string[], now: Date]
>(
  select(
    "subscriptions s join orders o on o.id = s.order_id",
    "s.order_id = any ($1::uuid[]) and o.status in ('PAID', 'REFUNDED')",
  ),
);

type Asked = [id: string, now: Date];

/** `whose` the memberships are is for the condition on `$1` to say; `$2` is the moment of asking. */
function select(tables: string, whose: string): string {
  return `select s.id, s.owner_id as "ownerId", s.order_id as "orderId", s.plan_for is not null as "isPlan", s.price_cents as "priceCents", s.currency,
            s.billing_interval as "billingInterval", ${otherPlan} as "otherPlan",
            s.next_billing_interval as "nextInterval", s.next_price_cents as "nextPriceCents", ${nextTitle} as "nextTitle", s.paused_until as "pausedUntil",
            told.price_cents as "newPriceCents", told.at as "newPriceAt",
            s.provider_subscription_id as "providerSubscriptionId", p.id as "productId", p.title, p.benefits,
            ${creatorName("u")} as "creatorName", coalesce(is_erasing(s.owner_id), false) as "isSellerGone",
            ${isStoreSuspended("s.owner_id")} as "isSellerSuspended", s.status,
            s.cancel_at_period_end as "cancelAtPeriodEnd", s.current_period_end as "paidUntil", grace_until(s.past_due_at) as "graceUntil",
            s.card_brand as "cardBrand", s.card_last4 as "cardLast4", b.provider_invoice_id as "billId",
            coalesce(b.amount_cents, 0) as "billCents", b.failure,
            ${membershipOpens} as "isOpen",
            s.status = 'paused' and coalesce(s.current_period_end <= $2, true) as "resumesAtOnce"
       from ${tables}
       join products p on p.id = s.product_id
       join users u on u.id = s.owner_id
       left join lateral (
         select * from subscription_invoices i where i.subscription_id = s.id and i.status = 'FAILED'
          order by period_start desc limit 1) b on true
       left join lateral (
         select m.price_cents, coalesce(first_renewal(s, m.starts_at), m.starts_at) as at
           from member_prices m join price_changes c on c.id = m.price_change_id
          where m.subscription_id = s.id and m.state = 'TOLD' and c.withdrawn_at is null
            and c.billing_interval = s.billing_interval) told on true
      where ${whose}
      order by s.created_at desc, s.id`;
}
