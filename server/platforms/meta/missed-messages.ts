import { z } from "zod";
import type { ConnectedAccount, InboundEvent } from "#server/platforms/social-platform.ts";
import { GraphId } from "./graph-json.ts";
import { callMeta, hostOf, type MetaContext, senderIdOf } from "./meta-context.ts";
import { cleanText } from "./webhook-values.ts";

const Message = z.looseObject({
  id: GraphId,
  created_time: z.string(),
  from: z.looseObject({ id: GraphId, username: z.string().optional() }).optional(),
  message: z.string().optional(),
});
const Conversations = z.looseObject({
  data: z.array(
    z.looseObject({
      messages: z
        .looseObject({ data: z.array(Message) })
        .optional()
        .catch(undefined),
    }),
  ),
});

/** Conversations that are looked through, the newest first, and messages of each. */
const conversations = 50;
const messages = 20;

/**
 * What people have written since then and the account has not answered yet, the oldest first: Meta keeps no webhooks for a
 * time in which nobody took them. Throws `PlatformError`.
 */
export async function readMissed(
  context: MetaContext,
  account: ConnectedAccount,
  since: Date,
): Promise<InboundEvent[]> {
  const answer = await callMeta(context, async (ask) =>
    Conversations.parse(
      await ask({
        method: "GET",
        host: hostOf(context),
        path: `/${context.app.graphVersion}/${senderIdOf(account)}/conversations`,
        token: account.accessToken,
        query: {
          platform: context.platform === "INSTAGRAM" ? "instagram" : "messenger",
          limit: String(conversations),
          fields: `updated_time,messages.limit(${messages}){id,created_time,from,message}`,
        },
      }),
    ),
  );
  const own = new Set([account.platformUserId, account.pageId]);
  return answer.data
    .flatMap(({ messages: thread }) => {
      const newestFirst = (thread?.data ?? []).toSorted((a, b) => momentOf(b) - momentOf(a));
      const answered = newestFirst.findIndex(({ from }) => from !== undefined && own.has(from.id));
      return newestFirst.slice(0, answered === -1 ? undefined : answered);
    })
    .filter((message) => momentOf(message) > since.getTime())
    .toSorted((a, b) => momentOf(a) - momentOf(b))
    .flatMap(({ id, from, message, created_time: at }): InboundEvent[] => {
      if (!from || !message) return [];
      return [
        {
          platform: context.platform,
          accountId: account.platformUserId,
          // As its webhook would have named it.
          id: `message:${id}`,
          kind: "MESSAGE",
          personId: from.id,
          personUsername: from.username ?? null,
          text: cleanText(message),
          occurredAt: new Date(at),
          detail: { messageId: id },
        },
      ];
    });
}

const momentOf = ({ created_time: at }: { created_time: string }): number => new Date(at).getTime();
