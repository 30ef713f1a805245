import { z } from "zod";
import { forbidden, invalidRequest, notFound } from "./problems.ts";
import { emitMessage } from "./emit-events.ts";
import { shownText } from "./shown-text.ts";
import { checkWords, parseBody, readCount, type Route } from "./wire.ts";
import type { Message, XState } from "./state.ts";

const New = z
  .strictObject({
    text: z.string().min(1).optional(),
    attachments: z
      .array(z.strictObject({ media_id: z.string().regex(/^[0-9]{1,19}$/) }))
      .max(1)
      .optional(),
  })
  .refine(({ text, attachments }) => text !== undefined || attachments !== undefined, "text or attachments");
const longestText = 10_000;
const fields = ["attachments", "created_at", "dm_conversation_id", "entities", "event_type", "id", "text"];
const expansions = ["attachments.media_keys", "participant_ids", "referenced_posts", "sender_id"];

export const messageRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/2\/dm_conversations\/with\/(?<id>\d{1,19})\/messages$/,
    as: "person",
    scopes: ["tweet.read", "dm.write", "users.read"],
    rates: [
      { limit: 15, seconds: 900, of: "person" },
      { limit: 1_440, seconds: 86_400, of: "person" },
      { limit: 1_440, seconds: 86_400, of: "app" },
    ],
    answer(state, { params, body, grant }) {
      const { text } = parseBody(New, body);
      if (text === undefined) throw invalidRequest("There is no media here");
      if (Array.from(text).length > longestText) throw invalidRequest("The text is too long");
      const from = state.people.get(grant?.personId ?? "");
      const to = state.people.get(params["id"] ?? "");
      if (!from || !to) throw notFound("the participant");
      // X lets nobody be written to by program who has not written first.
      const hasWritten = state.messages.some(({ fromId, toId }) => fromId === to.id && toId === from.id);
      if (!hasWritten || to.blocked.has(from.id))
        throw forbidden("You do not have permission to DM one or more participants.");
      state.credits.spend("message");
      const message = addMessage(state, { fromId: from.id, toId: to.id, text, isByApp: true });
      return {
        status: 201,
        body: { data: { dm_conversation_id: conversationOf(message), dm_event_id: message.id } },
      };
    },
  },
  {
    method: "GET",
    path: /^\/2\/dm_conversations\/with\/(?<id>\d{1,19})\/dm_events$/,
    as: "person",
    scopes: ["dm.read", "tweet.read", "users.read"],
    query: ["max_results", "pagination_token", "event_types", "dm_event.fields", "expansions", "user.fields"],
    rates: [{ limit: 15, seconds: 900, of: "person" }],
    answer(state, { params, query, grant }) {
      const count = readCount(query, 100);
      const wanted = checkWords(query, "dm_event.fields", fields);
      const hasSender = checkWords(query, "expansions", expansions).includes("sender_id");
      checkWords(query, "event_types", ["MessageCreate", "ParticipantsJoin", "ParticipantsLeave"]);
      const between = [grant?.personId, params["id"]];
      const all = state.messages
        .filter(({ fromId, toId }) => between.includes(fromId) && between.includes(toId))
        .toReversed();
      const shown = all.slice(0, count);
      state.credits.spend("messageRead", shown.length);
      return {
        status: 200,
        body: {
          data: shown.map((message) => eventOf(message, wanted, hasSender)),
          meta: {
            result_count: shown.length,
            ...(all.length > count && { next_token: "the-next-page-of-it" }),
          },
        },
      };
    },
  },
];

/** Puts a message into the conversation and tells whoever subscribed to either side. */
export function addMessage(state: XState, message: Omit<Message, "id" | "at">): Message {
  const kept = { ...message, id: state.newId(), at: state.now() };
  state.messages.push(kept);
  emitMessage(state, kept);
  return kept;
}

function conversationOf({ fromId, toId }: Message): string {
  const isFirst = BigInt(fromId) < BigInt(toId);
  return isFirst ? `${fromId}-${toId}` : `${toId}-${fromId}`;
}

/** `id`, `event_type` and `text` come unasked for. */
function eventOf(message: Message, wanted: string[], hasSender: boolean): object {
  const { text, urls } = shownText(message.text);
  return {
    id: message.id,
    event_type: "MessageCreate",
    text,
    ...(hasSender && { sender_id: message.fromId }),
    ...(wanted.includes("created_at") && { created_at: message.at.toISOString() }),
    ...(wanted.includes("dm_conversation_id") && { dm_conversation_id: conversationOf(message) }),
    ...(wanted.includes("entities") && urls.length > 0 && { entities: { urls } }),
  };
}
