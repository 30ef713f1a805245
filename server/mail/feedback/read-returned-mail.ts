import PostalMime, { type Attachment } from "postal-mime";
import { kindOfFailure, mailIdOf, type MailReport, ReportRefused } from "./mail-report.ts";

/**
 * The report in a mail that came back: a delivery status notification (RFC 3464), or a complaint (RFC 5965). Undefined
 * where it says nothing that is acted on: a delay, a delivery, an answer by hand. Anybody can write to the address to which
 * mails come back, so only what names a mail of ours is one; its id is known to whom it went and to the servers on the way. Throws `ReportRefused` where it cannot be read.
 */
export async function readReturnedMail(raw: Buffer): Promise<MailReport | undefined> {
  const parts = await partsOf(raw);
  const mailId = mailIdOf(messageIdOf(parts));
  const found = complaintOf(parts) ?? failureOf(parts);
  if (!mailId || !found) return undefined;
  return { eventId: `${mailId}:${found.kind}`, mailId, ...found };
}

/** The parser takes some microseconds for each line, without a pause. A mail of ours that came back whole has a few thousand. */
const mostLines = 20_000;

async function partsOf(raw: Buffer): Promise<Attachment[]> {
  if (hasMoreLines(raw, mostLines)) throw new ReportRefused("The mail has too many lines");
  try {
    const { attachments } = await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: 20,
    });
    return attachments;
  } catch (error) {
    throw new ReportRefused("The mail cannot be read", { cause: error });
  }
}

function hasMoreLines(raw: Buffer, most: number): boolean {
  let lines = 0;
  for (let at = raw.indexOf(0x0a); at !== -1 && lines <= most; at = raw.indexOf(0x0a, at + 1)) lines += 1;
  return lines > most;
}

function failureOf(parts: readonly Attachment[]) {
  const status = textOf(parts, "message/delivery-status");
  if (status === undefined) return undefined;
  // The first group is of the message, each further one of a recipient; ours have one.
  for (const group of groupsOf(status)) {
    const address = addressOf(group.get("original-recipient") ?? group.get("final-recipient"));
    if (!address || group.get("action")?.toLowerCase() !== "failed") continue;
    const kind = kindOfFailure(group.get("status") ?? "");
    if (kind !== null) return { address, kind };
  }
  return undefined;
}

function complaintOf(parts: readonly Attachment[]) {
  const [report] = groupsOf(textOf(parts, "message/feedback-report") ?? "");
  if (report?.get("feedback-type")?.toLowerCase() !== "abuse") return undefined;
  const address =
    addressOf(report.get("original-rcpt-to")) ?? addressOf(headersOf(parts)?.get("to")?.replace(/^.*</, "<"));
  return address ? { address, kind: "COMPLAINT" as const } : undefined;
}

/** `rfc822; ana@example.com` and `<ana@example.com>` alike. */
function addressOf(field: string | undefined): string | undefined {
  const address = field?.replace(/^[\w-]+\s*;/, "").replaceAll(/[<>\s]/g, "");
  return address?.includes("@") ? address : undefined;
}

const messageIdOf = (parts: readonly Attachment[]): string => headersOf(parts)?.get("message-id") ?? "";

/** Of the mail that came back, whole or its headers alone. */
function headersOf(parts: readonly Attachment[]): Map<string, string> | undefined {
  const original =
    textOf(parts, "text/rfc822-headers") ??
    textOf(parts, "message/rfc822") ??
    textOf(parts, "message/global-headers");
  return groupsOf(original ?? "")[0];
}

function textOf(parts: readonly Attachment[], type: string): string | undefined {
  const part = parts.find(({ mimeType }) => mimeType.toLowerCase() === type);
  if (!part) return undefined;
  return typeof part.content === "string"
    ? part.content
    : Buffer.from(part.content as ArrayBuffer).toString("utf8");
}

/** Fields by their names in lower case, in groups that empty lines part; folded lines are one. The first of a name counts. */
function groupsOf(text: string): Map<string, string>[] {
  return text
    .replaceAll("\r\n", "\n")
    .trimStart()
    .split(/\n{2,}/)
    .slice(0, 50)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.replaceAll(/\n[ \t]+/g, " ").split("\n")) {
        const colon = line.indexOf(":");
        const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
        if (name && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
      }
      return fields;
    });
}
