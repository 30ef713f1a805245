/** The pages of the settings. The first is where they open. */
export const settingsViews = [
  { value: "store", label: "Store" },
  { value: "plan", label: "Plan" },
  { value: "payouts", label: "Payouts" },
  { value: "shipping", label: "Shipping" },
  { value: "notifications", label: "Notifications" },
  { value: "security", label: "Security" },
  { value: "data", label: "Data" },
] as const;

export type SettingsView = (typeof settingsViews)[number]["value"];

/** Those that there are on this installation: it may have no plans. */
export const settingsViewsOf = (hasPlans: boolean) =>
  settingsViews.filter(({ value }) => hasPlans || value !== "plan");

/** The page that an address asks for; the first one where it names none of them. */
export const settingsViewOf = (asked: unknown, hasPlans: boolean): SettingsView =>
  settingsViewsOf(hasPlans).find(({ value }) => value === asked)?.value ?? settingsViews[0].value;
