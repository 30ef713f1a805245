import { admins, everybodyOfTheTeam, mayCall, ownerOnly, type Role } from "#contract/team/roles.ts";

/** The pages of the settings, and who of a team has them. The first of one's own is where they open. */
export const settingsViews = [
  { value: "store", label: "Store", roles: admins },
  { value: "plan", label: "Plan", roles: ownerOnly },
  { value: "payouts", label: "Payouts", roles: ownerOnly },
  { value: "shipping", label: "Shipping", roles: admins },
  // Everybody's own: of the store that they act for.
  { value: "notifications", label: "Notifications", roles: everybodyOfTheTeam },
  { value: "team", label: "Team", roles: ownerOnly },
  // The same, whatever store they act for.
  { value: "security", label: "Security", roles: everybodyOfTheTeam },
  { value: "data", label: "Data", roles: ownerOnly },
] as const;

export type SettingsView = (typeof settingsViews)[number]["value"];

/** Those of somebody's role that there are on this installation: it may have no plans. */
export const settingsViewsOf = (hasPlans: boolean, role: Role) =>
  settingsViews.filter(({ value, roles }) => (hasPlans || value !== "plan") && mayCall(role, roles));

/** The page that an address asks for, whoever has it; the first one of somebody's own where it names none. */
export const settingsViewOf = (asked: unknown, hasPlans: boolean, role: Role): SettingsView =>
  settingsViews.find(({ value }) => value === asked && (hasPlans || value !== "plan"))?.value ??
  settingsViewsOf(hasPlans, role)[0]?.value ??
  "security";
