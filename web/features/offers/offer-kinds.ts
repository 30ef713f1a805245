/** The two kinds of offers, as the address names them. */
export type OfferKind = "order-bumps" | "upsells";

type OfferTexts = {
  /** In the middle of a sentence. */
  noun: string;
  /** At the beginning of one. */
  subject: string;
  /** In headings and on buttons. */
  title: string;
  plural: string;
  /** The product an offer comes with. */
  carrier: string;
  carrierHint: string;
  /** The product an offer sells. */
  product: string;
  /** Where it stands among the others, and what that starts at. */
  place: string;
  firstPlace: number;
  empty: string;
  addDescription: string;
};

export const offerTexts: Record<OfferKind, OfferTexts> = {
  "order-bumps": {
    noun: "order bump",
    subject: "Order bump",
    title: "Order Bump",
    plural: "Order bumps",
    carrier: "Main product",
    carrierHint: "Its checkout shows the bumps.",
    product: "Bump product",
    place: "Position",
    firstPlace: 0,
    empty:
      "Offer an extra that goes well with it. Buyers tick it at checkout, and it is part of the same payment.",
    addDescription: "An extra that buyers can tick at checkout.",
  },
  upsells: {
    noun: "upsell",
    subject: "Upsell",
    title: "Upsell",
    plural: "Upsells",
    carrier: "Trigger product",
    carrierHint: "Its buyers see the upsells right after paying.",
    product: "Upsell product",
    place: "Sequence",
    firstPlace: 1,
    empty:
      "Offer an add-on right after the payment. Buyers take it with one click, on the card they have just used.",
    addDescription: "An add-on that buyers can take with one click, right after paying.",
  },
};

/** The sub-tab that an address asks for; order bumps where it names neither. */
export const offerKindOf = (asked: unknown): OfferKind => (asked === "upsells" ? "upsells" : "order-bumps");
