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

/** A tab that an address asks for and that this version does not have. */
export const missingTabOf = (asked: unknown): string | undefined =>
  typeof asked === "string" && asked !== "" && adminTabs.every(({ value }) => value !== asked)
    ? asked
    : undefined;

/** The tab that an address asks for; the first one where it names none of them. */
export const adminTabOf = (asked: unknown): AdminTab =>
  adminTabs.find(({ value }) => value === asked)?.value ?? adminTabs[0].value;
