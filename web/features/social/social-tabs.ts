/** The tabs of /social, from left to right. */
export const socialTabs = [
  { value: "accounts", label: "Connected Accounts" },
  { value: "responses", label: "Keyword Responses" },
  { value: "conversations", label: "DM Conversations" },
  { value: "analytics", label: "Analytics" },
] as const;

export type SocialTab = (typeof socialTabs)[number]["value"];

/** The tab that an address asks for; the first one where it names none of them. */
export const socialTabOf = (asked: unknown): SocialTab =>
  socialTabs.find(({ value }) => value === asked)?.value ?? socialTabs[0].value;
