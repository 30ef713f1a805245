import { z } from "zod";
import { type AccountEnd, type InboundEvent, PlatformError } from "#server/platforms/social-platform.ts";
import { readComment } from "./comment-events.ts";
import { GraphId, parseGraphJson } from "./graph-json.ts";
import { readMessaging } from "./messaging-events.ts";
import { isSigned } from "./meta-signatures.ts";
import type { MetaContext } from "./meta-context.ts";
import { momentOf, type Source } from "./webhook-values.ts";

const Change = z.looseObject({ field: z.string(), value: z.unknown().optional() });
const Entry = z.looseObject({
  id: GraphId,
  time: z.number().optional().catch(undefined),
  messaging: z.array(z.unknown()).optional(),
  /** Instead, where another app controls the conversation: context, never to be answered. */
  standby: z.array(z.unknown()).optional(),
  changes: z.array(z.unknown()).optional(),
  // A change without its array, as Instagram's own sign-in documents it.
  field: z.string().optional(),
  value: z.unknown().optional(),
});
const Envelope = z.looseObject({ object: z.string(), entry: z.array(Entry) });
/** Meta's page shows it within an array here and there. */
const Body = z.union([Envelope.transform((envelope) => [envelope]), z.array(Envelope)]);

const platformOf: Record<string, "INSTAGRAM" | "FACEBOOK"> = { instagram: "INSTAGRAM", page: "FACEBOOK" };

/**
 * The events of a webhook, of as many accounts as are in it, in its order. What nobody ever answers (seen, reactions,
 * deliveries, edits) is left out. Throws BAD_SIGNATURE or MALFORMED.
 */
export function readWebhook(
  { app, clock }: MetaContext,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): { events: InboundEvent[]; ended: AccountEnd[] } {
  if (!isSigned(app, body, headers))
    throw new PlatformError("BAD_SIGNATURE", "This webhook is not signed by Meta");
  const parsed = Body.safeParse(parseGraphJson(body.toString("utf8")));
  if (!parsed.success) throw new PlatformError("MALFORMED", "This webhook is not one of Meta's");
  const now = clock.now();
  const events = parsed.data.flatMap(({ object, entry }) => {
    const platform = platformOf[object];
    return platform
      ? entry.flatMap((each) => readEntry({ platform, now, ownAppIds: app.ownAppIds }, each))
      : [];
  });
  return { events, ended: [] };
}

function readEntry(
  { now, ...reader }: Pick<Source, "platform" | "ownAppIds"> & { now: Date },
  entry: z.infer<typeof Entry>,
): InboundEvent[] {
  const source: Source = { ...reader, accountId: entry.id, at: momentOf(entry.time) ?? now };
  const { messaging = [], standby = [], changes = [], field, value } = entry;
  const changed = [...changes, ...(field === undefined ? [] : [{ field, value }])].flatMap(
    (change) => Change.safeParse(change).data ?? [],
  );
  return [
    ...messaging.flatMap((item) => readMessaging(source, item) ?? []),
    ...standby.flatMap((item) => readMessaging({ ...source, isStandby: true }, item) ?? []),
    ...changed.flatMap((change) => readComment(source, change) ?? []),
  ];
}
