import { z } from "zod";
import type {
  ConnectedAccount,
  OutgoingMessage,
  Refusal,
  SendResult,
} from "#server/platforms/social-platform.ts";
import { askGraph, callMs, type GraphRequest, GraphUnanswered } from "./graph-api.ts";
import { refusedSend } from "./graph-errors.ts";
import { GraphId } from "./graph-json.ts";
import { maxTexts, messageOf, writtenOut } from "./message-body.ts";
import { hostOf, type MetaContext, senderIdOf } from "./meta-context.ts";

const Sent = z.looseObject({ message_id: GraphId });
const Commented = z.looseObject({ id: GraphId });

/** Sends one message, once. Never throws: whatever leaves a doubt is `unknown`. */
export async function sendMessage(
  context: MetaContext,
  account: ConnectedAccount,
  message: OutgoingMessage,
): Promise<SendResult> {
  const { to } = message;
  if (to.kind === "COMMENT_PUBLICLY") return replyInPublic(context, account, to.commentId, message);
  const maxText = maxTexts[context.platform];
  const content = messageOf(message, maxText);
  if (!content) return tooLong(`A message has at most ${maxText.length} ${maxText.unit.toLowerCase()}`);
  const isMessenger = context.platform === "FACEBOOK";
  const body = {
    recipient: to.kind === "PERSON" ? { id: to.personId } : { comment_id: to.commentId },
    // Instagram's own samples have neither. The tag of human agents is never used: it needs a review by Meta, and a
    // message that a person typed after the window is refused as any other.
    ...(isMessenger && { messaging_type: "RESPONSE" }),
    message: { ...content, ...(isMessenger && { metadata: message.sendId }) },
  };
  return post(
    context,
    account,
    `/${senderIdOf(account)}/messages`,
    body,
    (answer) => Sent.safeParse(answer).data?.message_id,
  );
}

/** Comments carry no buttons: a link is written out. */
function replyInPublic(
  context: MetaContext,
  account: ConnectedAccount,
  commentId: string,
  { text, button }: OutgoingMessage,
): Promise<SendResult> {
  const message = button ? writtenOut(text, button.url) : text;
  const edge = context.platform === "INSTAGRAM" ? "replies" : "comments";
  return post(
    context,
    account,
    `/${encodeURIComponent(commentId)}/${edge}`,
    { message },
    (answer) => Commented.safeParse(answer).data?.id,
  );
}

async function post(
  context: MetaContext,
  { accessToken }: ConnectedAccount,
  path: string,
  json: object,
  idOf: (answer: unknown) => string | undefined,
): Promise<SendResult> {
  const request: GraphRequest = {
    method: "POST",
    host: hostOf(context),
    path: `/${context.app.graphVersion}${path}`,
    token: accessToken,
    json,
  };
  try {
    const answer = await askGraph(context.app, request, AbortSignal.timeout(callMs));
    if (answer.status < 200 || answer.status > 299) return refusedSend(answer, accessToken);
    const messageId = idOf(answer.body);
    if (messageId === undefined)
      return { status: "unknown", message: "Meta's answer does not name the message" };
    return { status: "sent", messageId };
  } catch (error) {
    if (!(error instanceof GraphUnanswered)) throw error;
    return error.reached
      ? { status: "unknown", message: error.message }
      : refused("NOT_REACHED", error.message);
  }
}

const refused = (refusal: Refusal, message: string): SendResult => ({ status: "refused", refusal, message });
const tooLong = (message: string) => refused("NOT_ACCEPTED", message);
