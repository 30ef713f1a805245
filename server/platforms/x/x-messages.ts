import { z } from "zod";
import type {
  ConnectedAccount,
  FoundSend,
  OutgoingMessage,
  SendResult,
} from "#server/platforms/social-platform.ts";
import { askX, callMs, XUnanswered } from "./x-api.ts";
import { isYes, callX, type XContext } from "./x-client.ts";
import { refusedSend } from "./x-errors.ts";
import { isSameMessage, textWithLink, writtenText } from "./x-text.ts";

const Sent = z.looseObject({ data: z.looseObject({ dm_event_id: z.string() }) });
const Link = z.looseObject({ url: z.string(), expanded_url: z.string().optional() });
const Thread = z.looseObject({
  data: z
    .array(
      z.looseObject({
        id: z.string(),
        text: z.string().default(""),
        sender_id: z.string().optional(),
        created_at: z.coerce.date().optional(),
        entities: z.looseObject({ urls: z.array(Link).nullish() }).nullish(),
      }),
    )
    .default([]),
  meta: z.looseObject({ next_token: z.string().optional() }).optional(),
});
const Profile = z.looseObject({
  data: z.looseObject({ username: z.string(), name: z.string().optional() }),
});

const isPersonId = (id: string) => /^[0-9]{1,19}$/.test(id);

/** Sends a direct message. X answers 201 with the message's id; see `SendResult` for the rest. Never throws. */
export async function sendMessage(
  { app, clock }: XContext,
  account: ConnectedAccount,
  message: OutgoingMessage,
): Promise<SendResult> {
  if (message.to.kind !== "PERSON")
    return { status: "refused", refusal: "NOT_ACCEPTED", message: "Posts are not answered on X" };
  const { personId } = message.to;
  if (!isPersonId(personId))
    return { status: "refused", refusal: "PERSON_UNAVAILABLE", message: "There is no such person on X" };
  try {
    const answer = await askX(
      app,
      {
        method: "POST",
        path: `/2/dm_conversations/with/${personId}/messages`,
        as: { token: account.accessToken },
        json: { text: textWithLink(message.text, message.button) },
      },
      AbortSignal.timeout(callMs),
    );
    const sent = Sent.safeParse(answer.body);
    if (isYes(answer) && sent.success) return { status: "sent", messageId: sent.data.data.dm_event_id };
    return refusedSend(answer, clock.now());
  } catch (error) {
    if (error instanceof XUnanswered && !error.reached)
      return { status: "refused", refusal: "NOT_REACHED", message: error.message };
    return {
      status: "unknown",
      message: error instanceof XUnanswered ? error.message : "The call to X broke off",
    };
  }
}

/** Each message that is read costs; ours is among the newest when it is looked for. */
const messagesRead = 20;

/** Looks for our message among the newest of the conversation. Never throws. */
export async function findSent(
  context: XContext,
  account: ConnectedAccount,
  { personId, text, since }: { personId: string; text: string; since: Date },
): Promise<FoundSend> {
  if (!isPersonId(personId)) return { found: "no" };
  try {
    const body = await callX(context, (ask) =>
      ask({
        method: "GET",
        path: `/2/dm_conversations/with/${personId}/dm_events`,
        as: { token: account.accessToken },
        query: {
          event_types: "MessageCreate",
          max_results: String(messagesRead),
          "dm_event.fields": "id,text,created_at,entities",
          // Names the sender of each message; as a field of its own X does not offer it.
          expansions: "sender_id",
        },
      }),
    );
    return searchThread(Thread.parse(body), account.platformUserId, text, since);
  } catch {
    return { found: "cannot-tell" };
  }
}

function searchThread(
  { data, meta }: z.output<typeof Thread>,
  ownId: string,
  text: string,
  since: Date,
): FoundSend {
  const recent = data.filter(({ created_at }) => !created_at || created_at >= since);
  const same = recent.filter((message) =>
    isSameMessage(writtenText(message.text, message.entities?.urls ?? []), text),
  );
  // The oldest, as a later one may answer another message with the same words.
  const ours = same.findLast(({ sender_id, created_at }) => sender_id === ownId && created_at);
  if (ours) return { found: "yes", messageId: ours.id };
  const isUnclear = same.some(({ sender_id, created_at }) => !sender_id || !created_at);
  const hasMore = recent.length === data.length && meta?.next_token !== undefined;
  return { found: isUnclear || hasMore ? "cannot-tell" : "no" };
}

/** The person's names. Undefined for somebody unknown, and when X does not say. */
export async function findProfile(
  context: XContext,
  account: ConnectedAccount,
  personId: string,
): Promise<{ username: string | null; displayName: string | null } | undefined> {
  if (!isPersonId(personId)) return undefined;
  try {
    const body = await callX(context, (ask) =>
      ask({ method: "GET", path: `/2/users/${personId}`, as: { token: account.accessToken } }),
    );
    const { data } = Profile.parse(body);
    return { username: data.username, displayName: data.name ?? null };
  } catch {
    return undefined;
  }
}
