import {
  alreadyReplied,
  GraphError,
  noSuchObject,
  noSuchPerson,
  rateLimited,
  windowClosed,
  wrongParameter,
} from "./graph-error.ts";
import { type Comment, type Delivered, type GraphAccount, type GraphState, isTooMany } from "./state.ts";
import { checkLength, type MessageBody } from "./message-body.ts";

const hourMs = 3_600_000;

/** `POST /<account>/messages`, once it is known whose account speaks. Answers as Meta does, and tells of the echo. */
export function sendMessage(state: GraphState, speaker: GraphAccount, body: MessageBody) {
  const comment = "comment_id" in body.recipient ? commentOf(state, body.recipient.comment_id) : undefined;
  const account = comment
    ? accountBehind(state, speaker, comment.accountId)
    : "id" in body.recipient
      ? accountBehind(state, speaker, state.people.get(body.recipient.id)?.accountId)
      : speaker;
  const isPage = account.kind === "PAGE";
  checkLength(body, isPage);
  checkType(body, isPage);
  if (isTooMany(state, `send ${account.id}`, 100, 1)) throw rateLimited();
  const person = comment ? comment.personId : "id" in body.recipient ? body.recipient.id : "";
  if (comment) checkPrivateReply(state, comment, isPage);
  else {
    const wrote = state.lastWrote.get(person);
    if (wrote === undefined || state.now() - wrote > 24 * hourMs) throw windowClosed(isPage);
  }
  const { text, attachment, metadata = null } = body.message;
  const [button] = attachment?.payload.buttons ?? [];
  const delivered = deliver(state, account, {
    personId: person,
    commentId: comment?.id ?? null,
    isPublic: false,
    text: text ?? attachment?.payload.text ?? "",
    button: button?.type === "web_url" ? { title: button.title, url: button.url } : null,
    metadata,
  });
  state.threads.push({
    id: delivered.messageId,
    accountId: account.id,
    personId: person,
    from: "ACCOUNT",
    text: text ?? "",
    createdAt: state.now(),
  });
  state.emit(account, isPage ? "message_echoes" : "messages", echo(state, account, person, delivered));
  return { recipient_id: person, message_id: delivered.messageId };
}

/** `POST /<comment>/replies` (Instagram) or `/comments` (Page). The account's own comment comes as a webhook, too. */
export function replyInPublic(state: GraphState, speaker: GraphAccount, commentId: string, message: string) {
  const comment = commentOf(state, commentId);
  const account = accountBehind(state, speaker, comment.accountId);
  if (message === "") throw wrongParameter("param message must be non-empty.");
  if (isTooMany(state, `send ${account.id}`, 100, 1)) throw rateLimited();
  const { messageId } = deliver(state, account, {
    personId: comment.personId,
    commentId,
    isPublic: true,
    text: message,
    button: null,
    metadata: null,
  });
  state.emit(account, account.kind === "PAGE" ? "feed" : "comments", {
    change:
      account.kind === "PAGE"
        ? {
            field: "feed",
            value: {
              item: "comment",
              verb: "add",
              from: { id: account.id, name: account.name },
              comment_id: messageId,
              post_id: comment.postId,
              parent_id: commentId,
              created_time: Math.floor(state.now() / 1000),
              message,
            },
          }
        : {
            field: "comments",
            value: {
              id: messageId,
              parent_id: commentId,
              from: { id: account.id, username: account.username },
              text: message,
              media: { id: comment.postId, media_product_type: "FEED" },
            },
          },
  });
  return { id: messageId };
}

/** What the account wrote, as its own webhook tells it. `metadata` and `app_id` only on Messenger. */
export function echo(
  state: GraphState,
  account: GraphAccount,
  personId: string,
  { messageId, text, button, metadata }: Pick<Delivered, "messageId" | "text" | "button" | "metadata">,
  appId: string | null = account.kind === "PAGE" ? state.app.metaAppId : null,
) {
  const isPage = account.kind === "PAGE";
  return {
    messaging: {
      sender: { id: account.id },
      recipient: { id: personId },
      timestamp: state.now(),
      message: {
        mid: messageId,
        ...(button
          ? { attachments: [{ type: "template", payload: { template_type: "button", text } }] }
          : { text }),
        is_echo: true,
        ...(appId !== null && { app_id: Number(appId) }),
        ...(isPage && metadata !== null && { metadata }),
      },
    },
  };
}

function checkType(body: MessageBody, isPage: boolean) {
  const { messaging_type: type, tag } = body;
  if (type === "MESSAGE_TAG" || tag !== undefined)
    throw wrongParameter(`The tag ${tag ?? ""} is not available to this app`);
  if (isPage && type === undefined && "id" in body.recipient)
    throw wrongParameter("The parameter messaging_type is required");
}

function checkPrivateReply(state: GraphState, comment: Comment, isPage: boolean) {
  if (comment.isAnsweredPrivately) throw alreadyReplied();
  if (state.now() - comment.createdAt > 7 * 24 * hourMs) throw windowClosed(isPage);
  if (isTooMany(state, `private ${comment.accountId}`, 750, 3_600)) throw rateLimited();
  comment.isAnsweredPrivately = true;
}

function deliver(
  state: GraphState,
  account: GraphAccount,
  what: Omit<Delivered, "messageId" | "accountId" | "at">,
) {
  const delivered: Delivered = {
    messageId: what.isPublic
      ? `1805${state.random.letters(12).replace(/\D/g, "7")}`
      : `${account.kind === "PAGE" ? "m_" : "aWdf"}${state.random.letters(40)}`,
    accountId: account.id,
    at: new Date(state.now()),
    ...what,
  };
  state.ledger.push(delivered);
  return delivered;
}

function commentOf(state: GraphState, id: string): Comment {
  const comment = state.comments.get(id);
  if (!comment) throw noSuchObject(id);
  return comment;
}

/** The account that a person or comment belongs to: the speaker, or the Instagram account linked to a Page that speaks. */
function accountBehind(state: GraphState, speaker: GraphAccount, id: string | undefined): GraphAccount {
  if (id === undefined) throw noSuchPerson();
  if (id === speaker.id) return speaker;
  const account = state.accounts.get(id);
  if (speaker.kind === "PAGE" && account?.pageId === speaker.id) return account;
  throw account ? noSuchPerson() : new GraphError(400, 100, 33, "No such account");
}
