import { z } from "zod";
import { kindOfFailure, type MailReport, ReportRefused } from "./mail-report.ts";

/** The header in which Postmark keeps what its webhooks repeat; its name there. */
export const postmarkMetadata = { header: "X-PM-Metadata-mail-id", key: "mail-id" } as const;

const Webhook = z.looseObject({
  RecordType: z.string(),
  ID: z.union([z.int(), z.string().max(60)]).optional(),
  Type: z.string().default(""),
  Email: z.string().max(400).default(""),
  Details: z.string().nullish(),
  Metadata: z.record(z.string(), z.unknown()).nullish(),
});

/** Postmark's names of bounces that say that there is no such mailbox, and of those that say "not now". */
const hard = new Set(["HardBounce", "BadEmailAddress"]);
const soft = new Set(["SoftBounce", "Transient", "DnsError"]);

/** The report in what Postmark posts; undefined where it says nothing that is acted on. Throws `ReportRefused`. */
export function readPostmarkReport(body: Buffer): MailReport | undefined {
  let parsed: z.output<typeof Webhook>;
  try {
    parsed = Webhook.parse(JSON.parse(body.toString("utf8")));
  } catch (error) {
    throw new ReportRefused("It is no message of Postmark", { cause: error });
  }
  const { RecordType, ID, Type, Email, Details, Metadata } = parsed;
  const kind = kindOf(RecordType, Type, Details ?? "");
  if (kind === null) return undefined;
  if (ID === undefined || Email === "") throw new ReportRefused("It names no bounce");
  const mailId = z.uuid().safeParse(Metadata?.[postmarkMetadata.key]);
  return {
    eventId: `${RecordType}:${ID}`,
    mailId: mailId.success ? mailId.data.toLowerCase() : null,
    address: Email,
    kind,
  };
}

function kindOf(recordType: string, type: string, details: string): MailReport["kind"] | null {
  if (recordType === "SpamComplaint" || (recordType === "Bounce" && type === "SpamComplaint"))
    return "COMPLAINT";
  if (recordType !== "Bounce") return null;
  if (hard.has(type)) return kindOfFailure(details, true);
  return soft.has(type) ? kindOfFailure(details) && "SOFT" : null;
}
