import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { simulateFan as contract } from "#contract/social/social-accounts.ts";
import { socialEvents } from "#server/database/schema/social-messages.ts";
import { Conflict, Invalid } from "#server/errors.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { simulateFanAct } from "#server/platforms/demo/simulate.ts";
import type { Services } from "#server/services.ts";
import { getAccountRow } from "./list-accounts.ts";

/**
 * Lets a fan of the demo platform act, and brings the event to the engine on the way that real ones take. Throws 404 for
 * an account that is not theirs, 409 for a real one, 422 for a message without text.
 */
export async function simulateFan(
  services: Services,
  creatorId: string,
  accountId: string,
  act: z.output<(typeof contract)["schema"]["body"]>,
): Promise<{ eventId: number }> {
  const row = await getAccountRow(services, creatorId, accountId);
  if (row.connection !== "DEMO")
    throw Conflict("Only Demo Mode accounts have a fan to send as. Write to this one on its platform.");
  const text = act.text.trim();
  if (!text && act.kind !== "FOLLOW" && act.kind !== "MENTION")
    throw Invalid({ text: "Message is required" });
  const event = await simulateFanAct(services, row, { ...act, text });
  await acceptEvents(services, [event]);
  const [kept] = await services.db
    .select({ eventId: socialEvents.id })
    .from(socialEvents)
    .where(and(eq(socialEvents.socialAccountId, row.id), eq(socialEvents.platformEventId, event.id)));
  if (!kept) throw Conflict("This account was disconnected a moment ago.");
  return kept;
}
