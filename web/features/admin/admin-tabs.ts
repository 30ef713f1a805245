import { membersPath } from "#web/layout/members-path.ts";
import { admins, everybodyOfTheTeam, forEditors, mayCall, type Role } from "#contract/team/roles.ts";

/** The tabs of /admin, from left to right, and who of a team has them. A tab belongs here once its screen exists; the route brings the screens. */
export const adminTabs = [
  { value: "products", label: "Products", roles: forEditors },
  { value: "offers", label: "Offers", roles: admins },
  { value: "coupons", label: "Coupons", roles: admins },
  { value: "customers", label: "Customers", roles: everybodyOfTheTeam },
  { value: "affiliates", label: "Affiliates", roles: admins },
  { value: "abandoned-carts", label: "Abandoned Carts", roles: admins },
  { value: "mailings", label: "Mailings", roles: admins },
  { value: "analytics", label: "Analytics", roles: admins },
  { value: "settings", label: "Settings", roles: everybodyOfTheTeam },
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
  members: membersPath,
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

/** What a section is called above it. The first one is the dashboard itself. */
export const titleOfTab = (tab: AdminTab, role: Role = "OWNER"): string =>
  tab === adminTabs[0].value
    ? "Admin Dashboard"
    : (adminTabsOf(role).find(({ value }) => value === tab)?.label ?? "Admin Dashboard");

/** The tabs that somebody of this role finds in the row. Of what is under Customers editors have the assignments alone. */
export const adminTabsOf = (role: Role): { value: AdminTab; label: string }[] =>
  adminTabs
    .filter(({ roles }) => mayCall(role, roles))
    .map(({ value, label }) => ({
      value,
      label: value === "customers" && role === "EDITOR" ? "Assignments" : label,
    }));
