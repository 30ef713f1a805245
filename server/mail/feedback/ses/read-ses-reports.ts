import { z } from "zod";
import {
  kindOfFailure,
  mailIdOf,
  type MailReport,
  ReportRefused,
} from "#server/mail/feedback/mail-report.ts";
import type { Tracer } from "#server/operation/traces/tracer.ts";
import { readSnsMessage, type SesSettings } from "./read-sns-message.ts";

const Recipient = z.looseObject({
  emailAddress: z.string().max(400),
  status: z.string().max(40).default(""),
});
const Headers = z.array(z.looseObject({ name: z.string(), value: z.string() })).default([]);

/** What SES says of a mail, by the notifications of an identity (`notificationType`) or of a configuration set (`eventType`). */
const Notification = z.looseObject({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.looseObject({
    headers: Headers,
    commonHeaders: z.looseObject({ messageId: z.string().optional() }).default({}),
  }),
  bounce: z
    .looseObject({ bounceType: z.string(), bouncedRecipients: z.array(Recipient).max(100) })
    .optional(),
  complaint: z
    .looseObject({
      complaintFeedbackType: z.string().nullish(),
      complainedRecipients: z.array(Recipient).max(100),
    })
    .optional(),
});
type Notification = z.output<typeof Notification>;

/** The reports in what Amazon SES posts; none where it says nothing that is acted on. Throws as `readSnsMessage` does. */
export async function readSesReports(ses: SesSettings, body: Buffer, tracer?: Tracer): Promise<MailReport[]> {
  const sns = await readSnsMessage(ses, body, tracer);
  if (!sns) return [];
  const notification = parse(sns.message);
  if (!notification) return [];
  const mailId = mailIdOf(messageIdOf(notification));
  return failuresOf(notification).map(({ address, kind }, index) => ({
    eventId: index === 0 ? sns.id : `${sns.id}:${index}`,
    mailId,
    address,
    kind,
  }));
}

/** Undefined for words, such as those that SES sends when a topic is set up. */
function parse(message: string): Notification | undefined {
  let json: unknown;
  try {
    json = JSON.parse(message);
  } catch {
    return undefined;
  }
  const parsed = Notification.safeParse(json);
  if (!parsed.success)
    throw new ReportRefused("It is no notification of Amazon SES", { cause: parsed.error });
  return parsed.data;
}

/** Of the mail as we wrote it: SES gives it another on its way. */
const messageIdOf = ({ mail }: Notification): string =>
  mail.headers.find(({ name }) => name.toLowerCase() === "message-id")?.value ??
  mail.commonHeaders.messageId ??
  "";

function failuresOf({ notificationType, eventType, bounce, complaint }: Notification) {
  const type = notificationType ?? eventType;
  if (type === "Bounce" && bounce)
    return bounce.bouncedRecipients.flatMap(({ emailAddress: address, status }) => {
      const kind = kindOfFailure(status, bounce.bounceType === "Permanent");
      return kind === null ? [] : [{ address, kind }];
    });
  // Somebody who takes a mail out of their spam folder is reported, too.
  if (type === "Complaint" && complaint && complaint.complaintFeedbackType !== "not-spam")
    return complaint.complainedRecipients.map(({ emailAddress: address }) => ({
      address,
      kind: "COMPLAINT" as const,
    }));
  return [];
}
