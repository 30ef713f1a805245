import { z } from "zod";
import type { NotificationKind } from "#contract/notifications/kinds.ts";

const cents = z.int();
const ofOrder = z.object({ orderId: z.string() });
const line = ofOrder.extend({ title: z.string() });
/** `more`: lines besides the one that is named. */
const sale = line.extend({ cents, more: z.int().min(0).default(0), isAddOn: z.boolean().default(false) });

/** What the words of each kind are made of. No buyer's name or address, and nothing that they wrote. */
export const notificationFacts = {
  SALE: sale,
  FIRST_SALE: sale,
  ORDER_TO_SHIP: line,
  WORK_TO_DELIVER: line,
  SESSION: z.object({
    title: z.string(),
    news: z.enum(["BOOKED", "MOVED", "CANCELLED"]),
    startsAt: z.iso.datetime(),
  }),
  SUBMISSIONS: z.object({}),
  REVIEW: z.object({ title: z.string(), rating: z.int() }),
  REFUND_REQUEST: line.extend({ cents, isWithdrawal: z.boolean(), isGranted: z.boolean().default(false) }),
  REFUND_FAILED: line.extend({ cents }),
  DISPUTE: ofOrder.extend({ cents, isInquiry: z.boolean() }),
  PAYOUT_FAILED: z.object({ cents, currency: z.string() }),
  ACCOUNT_DISCONNECTED: z.object({
    platform: z.enum(["INSTAGRAM", "TWITTER", "FACEBOOK"]),
    username: z.string(),
  }),
  PLAN_LIMIT: z.object({ used: z.int(), limit: z.int() }),
  TRIAL: z.object({ endsAt: z.iso.datetime(), hasEnded: z.boolean(), products: z.int() }),
} satisfies Record<NotificationKind, z.ZodType>;

export type NotificationFacts = {
  [Kind in NotificationKind]: z.input<(typeof notificationFacts)[Kind]>;
};
