import type pg from "pg";
import { heldSends } from "#server/features/social/engine/send/held-sends.ts";
import { heldMails } from "#server/mail/held-mails.ts";
import { heldPromotions } from "#server/mail/promotions/held-promotions.ts";

/** Every way out of the shop that holds what may have left already, by the word that names it on the command line. */
export const lanes = { mails: heldMails, promotions: heldPromotions, messages: heldSends } as const;

export type LaneName = keyof typeof lanes;
export const laneNames = Object.keys(lanes) as LaneName[];

export async function countHeld(pool: pg.Pool): Promise<Record<LaneName, number>> {
  const counts = await Promise.all(
    laneNames.map(async (name) => [name, await lanes[name].count(pool)] as const),
  );
  return Object.fromEntries(counts) as Record<LaneName, number>;
}
