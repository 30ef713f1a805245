import { shownText } from "./shown-text.ts";
import type { Message, Person, XState } from "./state.ts";

// What happens on X, in the payloads of the X Activity API.

/** A person as the newer objects show them. */
const userOf = ({ id, username, name }: Person) => ({
  id,
  username,
  name,
  verified: false,
  protected: false,
});

export function emitMessage(state: XState, message: Message): void {
  const { text, urls } = shownText(message.text);
  const people = [message.fromId, message.toId].flatMap((id) => state.people.get(id) ?? []);
  const payload = {
    direct_message_events: [
      {
        type: "message_create",
        id: message.id,
        created_timestamp: `${message.at.getTime()}`,
        message_create: {
          target: { recipient_id: message.toId },
          sender_id: message.fromId,
          message_data: { text, entities: { hashtags: [], symbols: [], user_mentions: [], urls } },
        },
      },
    ],
    users: Object.fromEntries(people.map((person) => [person.id, { data: userOf(person) }])),
  };
  state.emit("dm.sent", message.fromId, payload);
  state.emit("dm.received", message.toId, payload);
}

export function emitMention(state: XState, from: Person, to: Person, words: string): void {
  const { text, urls } = shownText(words);
  const id = state.newId();
  const start = text.indexOf(`@${to.username}`);
  const payload = {
    id,
    text,
    author_id: from.id,
    created_at: state.now().toISOString(),
    conversation_id: id,
    edit_history_tweet_ids: [id],
    entities: {
      mentions: [{ start, end: start + to.username.length + 1, username: to.username, id: to.id }],
      ...(urls.length > 0 && { urls }),
    },
    lang: "und",
    reply_settings: "everyone",
  };
  state.emit("post.mention.create", to.id, payload, { users: [userOf(from), userOf(to)], tweets: [payload] });
}

/** Both the one who follows and the one who is followed are told. */
export function emitFollow(state: XState, from: Person, to: Person): void {
  const payload = { source: { data: userOf(from) }, target: { data: userOf(to) } };
  state.emit("follow.follow", from.id, payload);
  state.emit("follow.follow", to.id, payload);
}

export function emitEncryptedMessage(state: XState, from: Person, to: Person): void {
  state.emit("chat.received", to.id, {
    id: crypto.randomUUID(),
    sender_id: from.id,
    conversation_id: `${from.id}:${to.id}`,
    created_at_msec: `${state.now().getTime()}`,
    conversation_key_version: "1",
    encoded_event: Buffer.from(crypto.randomUUID()).toString("base64"),
    message_event_signature: { public_key_version: "1", signature: "c2ln", signature_version: "7" },
  });
}

export function emitRevocation(state: XState, person: Person): void {
  state.emit("oauth.revoke", undefined, {
    date_time: state
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, "+00:00"),
    user_id: person.id,
    app_id: "29820954",
  });
}
