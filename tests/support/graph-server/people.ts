import { accountOf, type GraphState, newId } from "./state.ts";
import { echo } from "./send-message.ts";

/** How a person's message differs from plain words. */
export type MessageMore = {
  /** A reply to a story of the account, or a mention of it in the person's own. */
  story?: "reply" | "mention";
  quickReply?: string;
  attachment?: "image" | "video" | "share" | "audio";
  /** In another app's inbox. */
  standby?: boolean;
};

/** What people and creators do on the platform. Everything here is also told to the app's webhook. */
export function createPeople(state: GraphState) {
  /** The id of a person towards this account; another account knows them by another. */
  const personOf = (accountId: string, username: string): string => {
    for (const person of state.people.values())
      if (person.accountId === accountId && person.username === username) return person.id;
    const id = newId(state, accountOf(state, accountId).kind === "PAGE" ? "5" : "9", 16);
    state.people.set(id, { id, accountId, username });
    return id;
  };
  const message = (
    accountId: string,
    personId: string,
    body: object,
    { field = "messages", standby = false } = {},
  ) =>
    state.emit(accountOf(state, accountId), field, {
      standby,
      messaging: {
        sender: { id: personId },
        recipient: { id: accountId },
        timestamp: state.now(),
        ...body,
      },
    });
  const newMid = (accountId: string) =>
    `${accountOf(state, accountId).kind === "PAGE" ? "m_" : "aWdf"}${state.random.letters(40)}`;

  return {
    personOf,
    /** A message, a story reply or mention, a picture. Opens the window. */
    write(accountId: string, username: string, text: string, more: MessageMore = {}) {
      const personId = personOf(accountId, username);
      const mid = newMid(accountId);
      state.lastWrote.set(personId, state.now());
      state.threads.push({ id: mid, accountId, personId, from: "PERSON", text, createdAt: state.now() });
      const attachment = more.story === "mention" ? "story_mention" : more.attachment;
      const body = {
        message: {
          mid,
          ...(text !== "" && { text }),
          ...(more.story === "reply" && {
            reply_to: { story: { id: newId(state, "180"), url: "https://lookaside.example/story" } },
          }),
          ...(attachment && {
            attachments: [{ type: attachment, payload: { url: "https://lookaside.example/x" } }],
          }),
          ...(more.quickReply !== undefined && { quick_reply: { payload: more.quickReply } }),
        },
      };
      message(accountId, personId, body, { standby: more.standby ?? false });
      return { personId, messageId: mid };
    },
    /** Taps a button of the kind that answers. */
    tap(accountId: string, username: string, title: string, payload: string) {
      const personId = personOf(accountId, username);
      const mid = newMid(accountId);
      state.lastWrote.set(personId, state.now());
      message(accountId, personId, { postback: { mid, title, payload } }, { field: "messaging_postbacks" });
      return { personId, messageId: mid };
    },
    comment(accountId: string, username: string, text: string, postId?: string) {
      const account = accountOf(state, accountId);
      const personId = personOf(accountId, username);
      const isPage = account.kind === "PAGE";
      const post = postId ?? (isPage ? `${accountId}_777` : newId(state, "179"));
      const id = isPage ? `777_${newId(state, "8", 15)}` : newId(state, "1805");
      const createdAt = state.now();
      state.comments.set(id, {
        id,
        accountId,
        personId,
        postId: post,
        text,
        createdAt,
        isAnsweredPrivately: false,
      });
      const from = isPage ? { id: personId, name: username } : { id: personId, username };
      const change = isPage
        ? {
            field: "feed",
            value: {
              item: "comment",
              verb: "add",
              from,
              comment_id: id,
              post_id: post,
              parent_id: post,
              created_time: Math.floor(createdAt / 1000),
              message: text,
            },
          }
        : {
            field: "comments",
            value: {
              // As one knows it from either way to sign in.
              ...(account.pageId === null ? { id } : { comment_id: id }),
              from,
              text,
              media: { id: post, media_product_type: "FEED" },
            },
          };
      state.emit(account, change.field, { change });
      return { personId, commentId: id, postId: post };
    },
    /** Takes a message of theirs back. */
    unsend(accountId: string, username: string, messageId: string) {
      message(accountId, personOf(accountId, username), { message: { mid: messageId, is_deleted: true } });
    },
    /** Reads, and likes: nothing that is ever answered. */
    see(accountId: string, username: string, messageId: string) {
      const personId = personOf(accountId, username);
      message(accountId, personId, { read: { mid: messageId } }, { field: "messaging_seen" });
      message(
        accountId,
        personId,
        { reaction: { mid: messageId, action: "react", reaction: "love", emoji: "❤" } },
        { field: "message_reactions" },
      );
    },
    /**
     * The creator answers by hand in the platform's own app; with an `appId`, another program does, or an inbox that names
     * itself.
     */
    creatorWrites(accountId: string, username: string, text: string, appId?: string) {
      const account = accountOf(state, accountId);
      const personId = personOf(accountId, username);
      const messageId = newMid(accountId);
      state.threads.push({
        id: messageId,
        accountId,
        personId,
        from: "ACCOUNT",
        text,
        createdAt: state.now(),
      });
      state.emit(
        account,
        account.kind === "PAGE" ? "message_echoes" : "messages",
        echo(state, account, personId, { messageId, text, button: null, metadata: null }, appId ?? null),
      );
      return { personId, messageId };
    },
  };
}
