import { z } from "zod";
import { type ConnectedAccount, type FoundSend, PlatformError } from "#server/platforms/social-platform.ts";
import { GraphId } from "./graph-json.ts";
import { hostOf, type MetaContext, senderIdOf, callMeta } from "./meta-context.ts";

const Conversations = z.looseObject({
  data: z.array(
    z.looseObject({
      messages: z
        .looseObject({
          data: z.array(
            z.looseObject({
              id: GraphId,
              created_time: z.string(),
              from: z.looseObject({ id: GraphId }).optional(),
              message: z.string().optional(),
            }),
          ),
        })
        .optional(),
    }),
  ),
});

/** Meta tells of the last twenty messages of a thread. */
const newest = 20;
/** By how much the two clocks may differ. Meta writes whole seconds. */
const clockDriftMs = 5_000;

/**
 * Looks for a message among the latest of a thread. One that was sent with a button shows there without its text: where
 * there is any such, nobody can tell. Meta answers two of these calls a second for an account; it is `cannot-tell` beyond.
 */
export async function findSent(
  context: MetaContext,
  account: ConnectedAccount,
  { personId, text, since }: { personId: string; text: string; since: Date },
): Promise<FoundSend> {
  const query = {
    platform: context.platform === "INSTAGRAM" ? "instagram" : "messenger",
    user_id: personId,
    fields: `messages.limit(${newest}){id,created_time,from,message}`,
  };
  try {
    const { data } = Conversations.parse(await read(context, account, "conversations", query));
    const ours = data
      .flatMap(({ messages }) => messages?.data ?? [])
      .filter(({ from }) => from?.id !== personId)
      .filter(({ created_time: at }) => new Date(at).getTime() >= since.getTime() - clockDriftMs);
    const found = ours.findLast(({ message }) => message === text || message?.startsWith(`${text}\n\nhttp`));
    if (found) return { found: "yes", messageId: found.id };
    return { found: ours.length >= newest || ours.some(({ message }) => !message) ? "cannot-tell" : "no" };
  } catch (error) {
    if (error instanceof PlatformError || error instanceof z.ZodError) return { found: "cannot-tell" };
    throw error;
  }
}

const Profile = z.looseObject({
  username: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  first_name: z.string().optional().catch(undefined),
  last_name: z.string().optional().catch(undefined),
});

/** Who a person is. Messenger tells nothing (an empty object) of people to apps without the permission for it. */
export async function findProfile(
  context: MetaContext,
  account: ConnectedAccount,
  personId: string,
): Promise<{ username: string | null; displayName: string | null } | undefined> {
  const fields = context.platform === "INSTAGRAM" ? "name,username" : "first_name,last_name";
  try {
    const { username, name, first_name, last_name } = Profile.parse(
      await callMeta(context, (ask) =>
        ask({
          method: "GET",
          host: hostOf(context),
          path: `/${context.app.graphVersion}/${encodeURIComponent(personId)}`,
          token: account.accessToken,
          query: { fields },
        }),
      ),
    );
    const displayName = name ?? [first_name, last_name].filter(Boolean).join(" ");
    return { username: username ?? null, displayName: displayName || null };
  } catch (error) {
    if (error instanceof PlatformError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

const read = (context: MetaContext, account: ConnectedAccount, edge: string, query: Record<string, string>) =>
  callMeta(context, (ask) =>
    ask({
      method: "GET",
      host: hostOf(context),
      path: `/${context.app.graphVersion}/${senderIdOf(account)}/${edge}`,
      token: account.accessToken,
      query,
    }),
  );
