/** The pages of the settings. The first is where they open. */
export const settingsViews = [
  { value: "store", label: "Store" },
  { value: "payouts", label: "Payouts" },
  { value: "shipping", label: "Shipping" },
  { value: "notifications", label: "Notifications" },
  { value: "security", label: "Security" },
  { value: "data", label: "Data" },
] as const;

export type SettingsView = (typeof settingsViews)[number]["value"];

/** The page that an address asks for; the first one where it names none of them. */
export const settingsViewOf = (asked: unknown): SettingsView =>
  settingsViews.find(({ value }) => value === asked)?.value ?? settingsViews[0].value;
