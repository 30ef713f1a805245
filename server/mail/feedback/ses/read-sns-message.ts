import { createVerify } from "node:crypto";
import { z } from "zod";
import type { MailReports } from "#server/mail/feedback/mail-environment.ts";
import { ReportForged, ReportRefused } from "#server/mail/feedback/mail-report.ts";
import type { Tracer } from "#server/operation/traces/tracer.ts";
import { askSns, getCertificate } from "./sns.ts";

export type SesSettings = NonNullable<MailReports["ses"]>;

const text = z.string().max(300_000);
const Message = z.looseObject({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string().min(1).max(200),
  TopicArn: text,
  Message: text,
  Timestamp: text,
  Subject: text.optional(),
  Token: z.string().max(2_000).optional(),
  SubscribeURL: text.optional(),
  SignatureVersion: text,
  Signature: text,
  SigningCertURL: text,
});
type Message = z.output<typeof Message>;

type SnsMessage = { id: string; message: string };

/**
 * What Amazon's notification service posts: of our topic, signed with a certificate from the host of the topic's region, in
 * the second version of its signature. Whose subscription is to be confirmed is confirmed, at an address that is made here
 * and not taken from the message: then, and where one has ended, there is nothing to read, and it is undefined. Throws `ReportRefused`, `SnsUnanswered`.
 */
export async function readSnsMessage(
  ses: SesSettings,
  body: Buffer,
  tracer?: Tracer,
): Promise<SnsMessage | undefined> {
  const message = parse(body);
  // Before anything is fetched: a stranger's message costs nothing.
  if (message.TopicArn !== ses.topicArn) throw new ReportForged("It is of another topic");
  if (message.SignatureVersion !== "2")
    throw new ReportRefused("Set the topic's attribute SignatureVersion to 2");
  const certificate = await getCertificate(ses, message.SigningCertURL, tracer);
  const verify = createVerify("RSA-SHA256").update(stringToSign(message), "utf8");
  if (!verify.verify(certificate, message.Signature, "base64")) throw new ReportForged("Wrong signature");
  if (message.Type === "SubscriptionConfirmation") await confirm(ses, message.Token ?? "", tracer);
  return message.Type === "Notification" ? { id: message.MessageId, message: message.Message } : undefined;
}

function parse(body: Buffer): Message {
  try {
    return Message.parse(JSON.parse(body.toString("utf8")));
  } catch (error) {
    throw new ReportRefused("It is no message of Amazon SNS", { cause: error });
  }
}

/** The signed fields in the order of their names, each name and value on a line of its own. */
function stringToSign(message: Message): string {
  const names =
    message.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : (["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const);
  return names.map((name) => (message[name] === undefined ? "" : `${name}\n${message[name]}\n`)).join("");
}

async function confirm(ses: SesSettings, token: string, tracer?: Tracer): Promise<void> {
  const query = new URLSearchParams({
    Action: "ConfirmSubscription",
    TopicArn: ses.topicArn,
    Token: token,
    AuthenticateOnUnsubscribe: "true",
  });
  await askSns(ses, "confirm", `/?${query.toString()}`, tracer);
}
