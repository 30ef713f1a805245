import type pg from "pg";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { openDemoPlatform } from "./demo/demo-platform.ts";
import type { ConnectablePlatform, PlatformName, Platforms } from "./social-platform.ts";
import { openInstagram, openMessenger } from "./meta/meta-platform.ts";
import { openXPlatform } from "./x/x-platform.ts";

type World = { config: Config; pool: pg.Pool; clock: Clock };

/** The platforms of this installation, from the configuration. */
export function openPlatforms(world: World): Platforms {
  const real: Partial<Record<PlatformName, ConnectablePlatform>> = {};
  const { instagram, facebook, twitter } = world.config.social;
  if (instagram) real.INSTAGRAM = openInstagram(world.clock, instagram);
  if (facebook) real.FACEBOOK = openMessenger(world.clock, facebook);
  if (twitter) real.TWITTER = openXPlatform(world, twitter);
  return {
    demo: (platform) => openDemoPlatform(world, platform),
    real: (platform) => real[platform],
  };
}
