/** The tabs of /admin, from left to right. A tab belongs here once its screen exists; the route brings the screens. */
export const adminTabs = [
  { value: "products", label: "Products" },
  { value: "offers", label: "Offers" },
  { value: "coupons", label: "Coupons" },
  { value: "customers", label: "Customers" },
  { value: "affiliates", label: "Affiliates" },
  { value: "abandoned-carts", label: "Abandoned Carts" },
  { value: "mailings", label: "Mailings" },
  { value: "analytics", label: "Analytics" },
  { value: "settings", label: "Settings" },
] as const;

export type AdminTab = (typeof adminTabs)[number]["value"];

/** Where that is which people look for under another name. */
const places: Partial<Record<string, string>> = {
  orders: "/admin?tab=customers&view=orders",
  subscribers: "/admin?tab=customers&view=subscribers",
  reviews: "/admin?tab=customers&view=reviews",
  carts: "/admin?tab=abandoned-carts",
  payouts: "/admin?tab=settings&view=payouts",
  plan: "/admin?tab=settings&view=plan",
  shipping: "/admin?tab=settings&view=shipping",
  notifications: "/admin?tab=settings&view=notifications",
  design: "/design",
  social: "/social",
  members: "/members",
  account: "/account",
};

/** The address of what a tab's name means where it is no tab. */
export const placeOfTab = (asked: unknown): string | undefined =>
  typeof asked === "string" && Object.hasOwn(places, asked) ? places[asked] : undefined;

/** A tab that an address asks for and that this version does not have. */
export const missingTabOf = (asked: unknown): string | undefined =>
  typeof asked === "string" && asked !== "" && adminTabs.every(({ value }) => value !== asked)
    ? asked
    : undefined;

/** The tab that an address asks for; the first one where it names none of them. */
export const adminTabOf = (asked: unknown): AdminTab =>
  adminTabs.find(({ value }) => value === asked)?.value ?? adminTabs[0].value;
