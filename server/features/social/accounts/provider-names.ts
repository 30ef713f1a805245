import type { PlatformName } from "#server/platforms/social-platform.ts";

/** As people call the place where an account is. */
export const providerNames: Readonly<Record<PlatformName, string>> = {
  INSTAGRAM: "Instagram",
  TWITTER: "X",
  FACEBOOK: "Facebook",
};
