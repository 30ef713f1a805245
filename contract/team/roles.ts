/** What somebody may be on the team of a store that is not their own. */
export const teamRoles = ["ADMIN", "SUPPORT", "EDITOR"] as const;
export type TeamRole = (typeof teamRoles)[number];

/** What somebody is to the store that they act for. */
export type Role = "OWNER" | TeamRole;

/**
 * Who may make a call for creators, besides the store's owner, who always may. `ANY_PERSON`: it is about whoever asks, whatever
 * store they act for, and the store of nobody else can be reached by it.
 */
export type Roles = "ANY_PERSON" | readonly TeamRole[];

/** Sign-in, sessions, passkeys, address and notifications of whoever asks. */
export const anyPerson = "ANY_PERSON";

/** Payouts, plan, exports of everything, the public profile, and the team itself. */
export const ownerOnly: readonly TeamRole[] = [];

/** Whatever shows or moves money, and whatever advertises. */
export const admins: readonly TeamRole[] = ["ADMIN"];

/** Orders, customers and messages. No sum of money is answered by any of these to SUPPORT. */
export const forSupport: readonly TeamRole[] = ["ADMIN", "SUPPORT"];

/** Products, design, courses and posts. No order, customer or money is answered by any of these. */
export const forEditors: readonly TeamRole[] = ["ADMIN", "EDITOR"];

/** What the others need beside their work: the names of products, files, who they are. */
export const everybodyOfTheTeam: readonly TeamRole[] = [...teamRoles];

/** Whether somebody of this role may make a call with these `roles`. */
export const mayCall = (role: Role, roles: Roles): boolean =>
  role === "OWNER" || roles === anyPerson || roles.includes(role);

/** Whether somebody of this role is shown sums of money, and lists of amounts. */
export const seesMoney = (role: Role): boolean => mayCall(role, admins);

/** What a role is called in a sentence. */
export const roleNames: Record<Role, string> = {
  OWNER: "owner",
  ADMIN: "admin",
  SUPPORT: "support",
  EDITOR: "editor",
};
