import type { Platform } from "#contract/social/social-accounts.ts";

/** Who lets apps connect to a platform. */
export const provider: Readonly<Record<Platform, string>> = {
  INSTAGRAM: "Meta",
  TWITTER: "X",
  FACEBOOK: "Meta",
};
