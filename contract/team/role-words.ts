import type { TeamRole } from "./roles.ts";

/** What each role may do, for whoever gives or gets it. */
export const roleWords: Record<TeamRole, { name: string; may: string }> = {
  ADMIN: {
    name: "Admin",
    may: "Everything in the store but payouts, the plan, exports of everything and the team.",
  },
  SUPPORT: {
    name: "Support",
    may: "Orders, customers, reviews and messages. No revenue, no totals, no refunds: only what one buyer paid, in that order.",
  },
  EDITOR: {
    name: "Editor",
    may: "Products, courses, posts and the store's design. No orders, no customers, no money.",
  },
};
