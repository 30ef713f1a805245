import type { socialAccounts } from "#server/database/schema/social.ts";
import type { SocialPlatform } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";

/** The platform that an account is on; undefined where the operator has no app there any more. */
export const platformOf = (
  { platforms }: Pick<Services, "platforms">,
  { connection, platform }: Pick<typeof socialAccounts.$inferSelect, "connection" | "platform">,
): SocialPlatform | undefined =>
  connection === "DEMO" ? platforms.demo(platform) : platforms.real(platform);
