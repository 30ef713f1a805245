import { admins, forSupport, mayCall, type Role } from "#contract/team/roles.ts";

/** The tabs of /social, from left to right, and who of a team has them. */
export const socialTabs = [
  { value: "accounts", label: "Connected Accounts", roles: admins },
  { value: "responses", label: "Keyword Responses", roles: admins },
  { value: "conversations", label: "DM Conversations", roles: forSupport },
  { value: "analytics", label: "Analytics", roles: admins },
] as const;

export type SocialTab = (typeof socialTabs)[number]["value"];

/** The tab that an address asks for; the first one of somebody's role where it names none of them. */
export const socialTabOf = (asked: unknown, role: Role): SocialTab =>
  (socialTabs.find(({ value }) => value === asked) ?? socialTabs.find(({ roles }) => mayCall(role, roles)))
    ?.value ?? socialTabs[0].value;
