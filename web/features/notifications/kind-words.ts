import type { NotificationKind } from "#contract/notifications/kinds.ts";

type Words = { label: string; hint?: string };

/** What each kind is called where it is chosen. */
export const kindWords: Record<NotificationKind, Words> = {
  SALE: {
    label: "A sale",
    hint: "Includes add-ons and new paying members. Free orders aren't announced: you find them under Orders. The daily email comes at eight in the morning.",
  },
  FIRST_SALE: { label: "Your first sale" },
  MEMBER_JOINED: { label: "A member starts a free trial" },
  MEMBER_FIRST_PAYMENT: { label: "A member's first payment after a trial" },
  MEMBER_RENEWED: { label: "Renewals", hint: "All of a day together, at eight the next morning." },
  MEMBER_PAYMENT_FAILED: { label: "A member's payment fails" },
  MEMBER_CANCELED: { label: "A member cancels" },
  MEMBER_ENDED: { label: "A membership ends" },
  ORDER_TO_SHIP: { label: "An order to ship" },
  WORK_TO_DELIVER: { label: "A service to deliver" },
  SESSION: { label: "A session is booked, moved or cancelled" },
  SUBMISSIONS: { label: "Assignments to answer" },
  REVIEW: { label: "A review to answer" },
  REFUND_REQUEST: { label: "A refund is asked for" },
  REFUND_FAILED: { label: "A refund came back" },
  DISPUTE: { label: "A dispute" },
  PAYOUT_FAILED: { label: "A payout failed" },
  ACCOUNT_DISCONNECTED: { label: "A social account is disconnected" },
  PLAN_LIMIT: { label: "A limit of your plan is near" },
  TRIAL: { label: "Your free trial ends" },
};
