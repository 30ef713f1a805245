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
  MEMBER_JOINED: line.extend({ trialEndsAt: z.iso.datetime() }),
  MEMBER_FIRST_PAYMENT: line.extend({ cents }),
  /** Of a day in the creator's zone; currencies are never added up. */
  MEMBER_RENEWED: z.object({
    day: z.iso.date(),
    renewals: z.int(),
    sums: z.array(z.object({ cents, currency: z.string() })),
  }),
  MEMBER_PAYMENT_FAILED: line.extend({ cents }),
  /** `endsAt`: what is paid for, or the trial, stays open until then; null where it has ended already. */
  MEMBER_CANCELED: line.extend({ endsAt: z.iso.datetime().nullable() }),
  MEMBER_ENDED: line.extend({ isUnpaid: z.boolean() }),
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
