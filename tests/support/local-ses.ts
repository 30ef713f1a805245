import { createSign, randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

type Fields = Record<string, string>;

/**
 * Amazon's notification service on this machine: signs what it posts as its second version does, serves its certificate,
 * and believes a subscription only by the token that it gave. Anything else that is asked is refused, and counted.
 */
export async function localSes(topicArn = "arn:aws:sns:eu-west-1:123456789012:mail") {
  const { privateKey, certificate } = selfSignedCertificate("sns.amazonaws.com");
  const certificatePath = `/SimpleNotificationService-${randomBytes(16).toString("hex")}.pem`;
  const asked: string[] = [];
  const confirmed: string[] = [];
  const tokens = new Set<string>();
  const state = { isDown: false };
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const url = new URL(request.url ?? "/", "http://local");
    const answer = (status: number, text = "") => response.writeHead(status).end(text);
    if (state.isDown) return answer(503);
    if (request.method !== "GET") return answer(405);
    if (url.pathname === certificatePath && url.search === "") return answer(200, certificate);
    const token = url.searchParams.get("Token") ?? "";
    const isConfirmation =
      url.pathname === "/" &&
      url.searchParams.get("Action") === "ConfirmSubscription" &&
      url.searchParams.get("TopicArn") === topicArn;
    if (!isConfirmation || !tokens.has(token)) return answer(403);
    confirmed.push(token);
    return answer(200, "<ConfirmSubscriptionResponse/>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign = (names: readonly string[], fields: Fields): string =>
    createSign("RSA-SHA256")
      .update(names.map((name) => (fields[name] === undefined ? "" : `${name}\n${fields[name]}\n`)).join(""))
      .sign(privateKey, "base64");
  const common = () => ({
    MessageId: randomUUID(),
    TopicArn: topicArn,
    Timestamp: "2026-03-01T12:00:00.000Z",
    SignatureVersion: "2",
    SigningCertURL: `${base}${certificatePath}`,
  });
  return {
    topicArn,
    base,
    asked,
    confirmed,
    state,
    /** A notification as it is posted. */
    notification(message: unknown, more: Fields = {}): Fields {
      const fields: Fields = {
        Type: "Notification",
        Message: typeof message === "string" ? message : JSON.stringify(message),
        ...common(),
        ...more,
      };
      const names = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"];
      return { ...fields, Signature: sign(names, fields) };
    },
    /** What is posted when an address is subscribed to the topic. */
    subscription(): Fields {
      const Token = randomBytes(40).toString("hex");
      tokens.add(Token);
      const fields: Fields = {
        Type: "SubscriptionConfirmation",
        Message: "You have chosen to subscribe",
        Token,
        SubscribeURL: "https://elsewhere.example/?Action=ConfirmSubscription",
        ...common(),
      };
      const names = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
      return { ...fields, Signature: sign(names, fields) };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** What SES says of a mail that came back, with the headers that it had. */
export const sesBounce = (
  mailId: string,
  emailAddress: string,
  { bounceType = "Permanent", status = "5.1.1" } = {},
) => ({
  notificationType: "Bounce",
  bounce: {
    bounceType,
    bounceSubType: "General",
    bouncedRecipients: [{ emailAddress, action: "failed", status, diagnosticCode: `smtp; 550 ${status} x` }],
    timestamp: "2026-03-01T12:00:00.000Z",
    feedbackId: randomUUID(),
  },
  mail: sesMail(mailId, emailAddress),
});

/** What SES says where somebody called a mail spam. */
export const sesComplaint = (mailId: string, emailAddress: string, complaintFeedbackType = "abuse") => ({
  eventType: "Complaint",
  complaint: {
    complainedRecipients: [{ emailAddress }],
    complaintFeedbackType,
    timestamp: "2026-03-01T12:00:00.000Z",
    feedbackId: randomUUID(),
  },
  mail: sesMail(mailId, emailAddress),
});

const sesMail = (mailId: string, emailAddress: string) => ({
  timestamp: "2026-03-01T11:59:00.000Z",
  messageId: `0102018f${randomBytes(8).toString("hex")}-000000`,
  destination: [emailAddress],
  headersTruncated: false,
  headers: [
    { name: "From", value: "Store <store@example.com>" },
    { name: "Message-ID", value: `<${mailId}@example.com>` },
  ],
  commonHeaders: { messageId: `<${mailId}@example.com>` },
});
