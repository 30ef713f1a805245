import type { Platform } from "#contract/social/social-accounts.ts";

/** What people call each platform, on pages and in emails. */
export const platformNames: Readonly<Record<Platform, string>> = {
  INSTAGRAM: "Instagram",
  TWITTER: "X",
  FACEBOOK: "Messenger",
};
