/** Why a card was refused, as https://docs.stripe.com/declines/codes names it, and the provider's words for it. */
export type Decline = { code: string | null; message: string | null };

/** What only a thief would learn from: to whoever holds the card these are refusals like any other. */
const unspoken = new Set(["lost_card", "stolen_card", "fraudulent", "pickup_card", "merchant_blacklist"]);

/** A refusal as whoever pays may know it. Every answer and every page that names one passes it through here. */
export const shownDecline = <D extends Decline>(decline: D): D =>
  decline.code !== null && unspoken.has(decline.code)
    ? { ...decline, code: "generic_decline", message: "Your card was declined." }
    : decline;

/** Our own code of a coupon for first purchases that this buyer cannot have: no card is to blame, and the coupon is removed. */
export const notFirstPurchase = "not_first_purchase";

/** Our own code of a free trial that its buyer has had before: no card is to blame. */
export const trialHad = "trial_had";

/** Our own code of a membership whose mailbox has one of the same product: no card is to blame here, either. */
export const alreadyMember = "already_member";
