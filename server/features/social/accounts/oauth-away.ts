import { z } from "zod";
import type { PlatformName } from "#server/platforms/social-platform.ts";
import { newToken, sameText } from "#server/secrets/secrets.ts";
import { seal, unseal } from "#server/secrets/sealing.ts";
import type { Services } from "#server/services.ts";

/** What the browser keeps, sealed, while it is away at the provider. */
const Away = z.object({
  platform: z.string(),
  creatorId: z.string(),
  state: z.string(),
  verifier: z.string(),
  until: z.number(),
});
export type Away = z.infer<typeof Away>;

const sealed = { purpose: "connecting a social account", row: "cookie" } as const;

export const awayMinutes = 10;

/** A new departure. `state` and `verifier` are 256 random bits each. */
export function leave(
  { clock, secret }: Pick<Services, "clock" | "secret">,
  platform: PlatformName,
  creatorId: string,
): Away & { cookie: string } {
  const until = clock.now().getTime() + awayMinutes * 60_000;
  const away = { platform, creatorId, state: newToken(), verifier: newToken(), until };
  return { ...away, cookie: seal(secret, sealed.purpose, sealed.row, JSON.stringify(away)) };
}

/** The departure that this return belongs to; undefined for one of another time, person, platform or browser. */
export function comeBack(
  { clock, secret }: Pick<Services, "clock" | "secret">,
  cookie: string | undefined,
  back: { platform: PlatformName; creatorId: string; state: string },
): Away | undefined {
  const opened = cookie && unseal(secret, sealed.purpose, sealed.row, cookie);
  if (!opened) return undefined;
  const away = Away.parse(JSON.parse(opened));
  const isSame =
    away.platform === back.platform &&
    away.creatorId === back.creatorId &&
    sameText(away.state, back.state) &&
    away.until >= clock.now().getTime();
  return isSame ? away : undefined;
}
