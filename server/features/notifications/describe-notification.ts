import { isolated } from "#contract/isolated.ts";
import { planPath } from "#contract/plans/plan-path.ts";
import type { z } from "zod";
import { longDayText, momentText } from "#contract/dates.ts";
import { starterLimits } from "#contract/plans/plan-terms.ts";
import type { NotificationKind } from "#contract/notifications/kinds.ts";
import { type Role, seesMoney } from "#contract/team/roles.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { notificationFacts } from "./notification-facts.ts";

export type NotificationRow = {
  id: string;
  kind: NotificationKind;
  facts: unknown;
  createdAt: Date;
  /** Of the order that the facts name, where they do. */
  orderNumber: number | null;
  currency: string | null;
};

/** SQL: what `describeNotification` asks of the order of a row `n`. */
export const orderOfNotification = {
  columns: `${orderNumber("o")} as "orderNumber", o.currency`,
  join: "left join orders o on o.id = (n.facts ->> 'orderId')::uuid and o.owner_id = n.owner_id",
};

/** What is said and where it leads. */
export type Words = { title: string; text: string; href: string };

/**
 * The words of a notification for somebody of a role, the same in the app, in mails and in what browsers show. No amount is in
 * them for who sees no money.
 */
export function describeNotification(row: NotificationRow, zone: string, role: Role): Words {
  // A row of facts that no version of today writes is still shown.
  const facts = notificationFacts[row.kind].safeParse(row.facts);
  if (!facts.success) return { title: "Something happened in your store", text: "", href: "/" };
  const write = words[row.kind] as (facts: unknown, context: Context) => Words;
  return write(facts.data, { row, zone, role });
}

type Context = { row: NotificationRow; zone: string; role: Role };
type Facts = { [Kind in NotificationKind]: z.output<(typeof notificationFacts)[Kind]> };

const words: { [Kind in NotificationKind]: (facts: Facts[Kind], context: Context) => Words } = {
  SALE: (sale, context) => ({
    title: context.role === "OWNER" ? `You sold ${isolated(sale.title)}` : `${isolated(sale.title)} was sold`,
    text: parts(
      money(sale.cents, context),
      sale.more > 0 && `and ${sale.more} more`,
      sale.isAddOn && "added after the purchase",
      number(context),
    ),
    href: order(sale.orderId),
  }),
  FIRST_SALE: (sale, context) => ({
    title: context.role === "OWNER" ? "Your first sale!" : "The store's first sale!",
    text: parts(sale.title, money(sale.cents, context), number(context)),
    href: order(sale.orderId),
  }),
  MEMBER_JOINED: ({ orderId, title, trialEndsAt }, context) => ({
    title: "A new member on a free trial",
    text: parts(title, `until ${longDayText(trialEndsAt, context.zone)}`, number(context)),
    href: order(orderId),
  }),
  MEMBER_FIRST_PAYMENT: ({ orderId, title, cents }, context) => ({
    title: "A member made their first payment",
    text: parts(title, money(cents, context), number(context)),
    href: order(orderId),
  }),
  MEMBER_RENEWED: ({ day, renewals, sums }, { role }) => ({
    title:
      renewals === 1 ? "1 membership renewed" : `${renewals.toLocaleString("en-US")} memberships renewed`,
    text: parts(
      // A day is the same in every zone.
      longDayText(`${day}T12:00:00Z`, "UTC"),
      seesMoney(role) && sums.map(({ cents, currency }) => formatMoney(cents, currency)).join(" and "),
    ),
    href: customers("orders"),
  }),
  MEMBER_PAYMENT_FAILED: ({ orderId, title, cents }, context) => ({
    title: "A member's payment failed",
    text: parts(title, money(cents, context), number(context)),
    href: order(orderId),
  }),
  MEMBER_CANCELED: ({ orderId, title, endsAt }, context) => ({
    title: "A member canceled",
    text: parts(title, endsAt !== null && `open until ${longDayText(endsAt, context.zone)}`, number(context)),
    href: order(orderId),
  }),
  MEMBER_ENDED: ({ orderId, title, isUnpaid }, context) => ({
    title: "A membership ended",
    text: parts(title, isUnpaid && "the payment failed", number(context)),
    href: order(orderId),
  }),
  ORDER_TO_SHIP: ({ orderId, title }, context) => ({
    title: "An order to ship",
    text: parts(title, number(context)),
    href: order(orderId),
  }),
  WORK_TO_DELIVER: ({ title }, context) => ({
    title: "A service to deliver",
    text: parts(title, number(context)),
    href: customers("services"),
  }),
  SESSION: ({ title, news, startsAt }, { zone }) => ({
    title: {
      BOOKED: "A session is booked",
      MOVED: "A session has moved",
      CANCELLED: "A session is cancelled",
    }[news],
    text: parts(title, momentText(new Date(startsAt), zone)),
    href: customers("sessions"),
  }),
  SUBMISSIONS: () => ({
    title: "Assignments wait for your answer",
    text: "",
    href: customers("assignments"),
  }),
  REVIEW: ({ title, rating }) => ({
    title: `A new review: ${rating === 1 ? "1 star" : `${rating} stars`}`,
    text: title,
    href: customers("reviews"),
  }),
  REFUND_REQUEST: ({ orderId, title, cents, isWithdrawal, isGranted }, context) => ({
    title: isGranted
      ? "A refund was granted automatically"
      : isWithdrawal
        ? "A buyer withdraws from a contract"
        : "A buyer asks for a refund",
    text: parts(title, money(cents, context), number(context)),
    href: order(orderId),
  }),
  REFUND_FAILED: ({ orderId, title, cents }, context) => ({
    title: "A refund came back",
    text: parts(title, money(cents, context), number(context)),
    href: order(orderId),
  }),
  DISPUTE: ({ orderId, cents, isInquiry }, context) => ({
    title: isInquiry ? "A bank asks about a payment" : "A payment is disputed",
    text: parts(money(cents, context), number(context)),
    href: order(orderId),
  }),
  PAYOUT_FAILED: ({ cents, currency }) => ({
    title: "A payout failed",
    text: `${formatMoney(cents, currency)} could not be passed on to your account.`,
    href: settings,
  }),
  ACCOUNT_DISCONNECTED: ({ platform, username }) => ({
    title: `${platformNames[platform]} is disconnected`,
    text: `@${username} answers nobody until you reconnect it.`,
    href: "/social",
  }),
  PLAN_LIMIT: ({ used, limit }) => ({
    title: used >= limit ? "Your automatic replies are used up" : "Your automatic replies run out",
    text: `${used} of the ${limit} of this month. Pro has no limit.`,
    href: planPath,
  }),
  TRIAL: ({ endsAt, hasEnded, products }, { zone }) => {
    const { products: limit, replies } = starterLimits;
    const then = hasEnded ? "You have" : "Then you have";
    const more = products > limit ? ` Your ${products} products stay on sale; another one takes Pro.` : "";
    return {
      title: hasEnded ? "Your free trial has ended" : `Your free trial ends on ${longDayText(endsAt, zone)}`,
      text: `${then} Starter: ${limit} product and ${replies} automatic replies a month. Nothing is deleted, and nobody loses what they bought.${more}`,
      href: planPath,
    };
  },
};

const settings = "/admin?tab=settings&view=payouts";
const order = (id: string) => `/admin?tab=customers&order=${id}`;
const customers = (view: string) => `/admin?tab=customers&view=${view}`;

const money = (cents: number, { row, role }: Context) =>
  seesMoney(role) && formatMoney(cents, row.currency ?? "usd");
const number = ({ row }: Context) => row.orderNumber !== null && `Order ${row.orderNumber}`;
const parts = (...all: (string | false)[]) =>
  all.flatMap((part) => (part ? [isolated(part)] : [])).join(" · ");
