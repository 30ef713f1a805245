/** What the Starter plan has: so many products on sale, and so many messages answered by themselves in a calendar month. */
export const starterLimits = { products: 1, replies: 50 };

export type PlanName = "STARTER" | "PRO" | "ENTERPRISE";

/** What each plan's card says. All of it is there, and what a plan adds is withheld from the others. */
export const planTerms: Record<PlanName, { name: string; line: string; included: readonly string[] }> = {
  STARTER: {
    name: "Starter",
    line: "To open your stall",
    included: [
      "1 product",
      "Basic storefront, in two looks",
      "50 DM responses per month",
      "Payment integration",
    ],
  },
  PRO: {
    name: "Pro",
    line: "To live from it",
    included: [
      "Everything in Starter",
      "Unlimited products",
      "Custom storefront: every look, its parts and your cover",
      "Unlimited DM automation",
      "The badge “Professional Creator”, once Pro is paid",
      "50 GB of storage from the first payment on",
    ],
  },
  ENTERPRISE: {
    name: "Enterprise",
    line: "Under your name alone",
    included: [
      "Everything in Pro",
      "White-label: our name is not on your store, your checkout and your mails",
    ],
  },
};

/** In every plan, Starter included. */
export const inEveryPlan =
  "Every plan has the course platform, memberships, one-click checkout, affiliates and the analytics dashboard.";

/** Days of Pro that every account begins with, without a card. */
export const trialDays = 14;
