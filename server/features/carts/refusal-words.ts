import type { Refusal } from "./cart-now.ts";

/** Why a mail about a cart is not sent, in words for the creator. */
export const reasons: Record<Refusal | "NONE" | "TOO_LATE", string> = {
  NONE: "All mails of its sequence have been sent. Write another one under Campaigns.",
  OVER: "This cart is over: it was paid or has expired",
  STOPPED: "Its sequence was stopped",
  HELD_BACK: "It is held back, to see who comes back without a mail",
  UNSUBSCRIBED: "This address has asked for no more of your mails, or they do not arrive there",
  CLOSED: "Your store is closed",
  NOT_ON_SALE: "What was in it is not on sale now",
  OWNED: "This person has bought it already",
  NEWER_CART: "This person has left a newer cart",
  PENDING: "Its payment is on its way, or somebody is in its checkout now",
  TOO_SOON: "This person has had a mail of yours about a cart within the hour",
  TOO_MANY: "This person has had three such mails within a day. Try again tomorrow.",
  TOO_LATE: "It is too late for this mail",
};
