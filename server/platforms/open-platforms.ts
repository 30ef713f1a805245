import type pg from "pg";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { openDemoPlatform } from "./demo/demo-platform.ts";
import type { ConnectablePlatform, PlatformName, Platforms } from "./social-platform.ts";
import { openInstagram, openMessenger } from "./meta/meta-platform.ts";
import { openXPlatform } from "./x/x-platform.ts";

type Dependencies = { config: Config; pool: pg.Pool; clock: Clock };

/** The platforms of this installation, from the configuration. */
export function openPlatforms(services: Dependencies): Platforms {
  const real: Partial<Record<PlatformName, ConnectablePlatform>> = {};
  const { instagram, facebook, twitter } = services.config.social;
  if (instagram) real.INSTAGRAM = openInstagram(services.clock, instagram);
  if (facebook) real.FACEBOOK = openMessenger(services.clock, facebook);
  if (twitter) real.TWITTER = openXPlatform(services, twitter);
  return {
    demo: (platform) => openDemoPlatform(services, platform),
    real: (platform) => real[platform],
  };
}
