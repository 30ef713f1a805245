import type { Config } from "#server/config.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";

/** Where a platform is to tell of events: https://store.example.com/webhook/instagram. */
export const webhookUrlOf = ({ publicUrl }: Pick<Config, "publicUrl">, platform: PlatformName): string =>
  new URL(`/webhook/${platform.toLowerCase()}`, publicUrl).href;
