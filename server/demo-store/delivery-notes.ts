/** What buyers of the demo store read after paying, by the product's slug. */
export const DELIVERY_NOTES: Partial<Record<string, string>> = {
  "portfolio-review":
    "Pick a time with the button. The call's address comes with the confirmation; have your portfolio open in a tab.",
  "pricing-workshop":
    "We meet on the first Thursday of the month, 17:00 to 19:00 UTC. The button opens the room ten minutes before.",
  "brand-identity-audit":
    "Answer your receipt with your logo, your site and three places where your brand is seen. The report arrives " +
    "within five working days, with a link to book the call.",
};
