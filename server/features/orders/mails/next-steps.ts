import { longDayText } from "#contract/dates.ts";
import { titleInText } from "#server/mail/hostile-words.ts";
import type { ReceiptItem } from "./receipt-order.ts";

/** What a buyer does next, one sentence for each thing that the bought items bring; days are those of `zone`. */
export function nextSteps(items: readonly ReceiptItem[], zone: string): string[] {
  return [...new Set(items.flatMap((item) => stepsOf(item, zone)))];
}

function stepsOf(item: ReceiptItem, zone: string): string[] {
  const { type, download, fileType } = item;
  // What it consists of says so itself.
  if (type === "BUNDLE") return [];
  if (type === "DOWNLOAD") return [download ? fileStep(item, zone) : `${titleOf(item)} is in your order.`];
  const file = download && fileType === "UPLOAD" ? [fileStep(item, zone)] : [];
  const link = download && fileType === "LINK";
  if (type === "COURSE") return ["Start learning: your course opens from your order.", ...file];
  if (type === "MEMBERSHIP") return ["Your member benefits are open: see them from your order.", ...file];
  if (type === "PHYSICAL")
    return [`${titleOf(item)} will be shipped. A mail tells you when it is on its way.`, ...file];
  if (type === "EVENT") return [...eventSteps(item), ...file];
  if (type === "BOOKING_LINK" && item.offersTimes) return [sessionStep(item), ...file];
  if (type === "SERVICE" && item.work === "WAITING" && item.isOpen) return [briefStep(item), ...file];
  return [link ? linkStep(item, type) : appointmentStep(item, type), ...file];
}

const titleOf = ({ title }: ReceiptItem) => titleInText(title);

type Appointment = "BOOKING_LINK" | "SERVICE";

/** One that was taken back has no way in any more, and nothing to come. */
function eventSteps({ title, event, isOpen, download, fileType, hasDeliveryNote }: ReceiptItem): string[] {
  const name = titleInText(title);
  if (!isOpen) return [];
  if (event?.isCancelled) return [`${name} is cancelled.`];
  if (event?.eventLink || (download && fileType === "LINK"))
    return [`Join ${name}: the link to the event is in your order.`];
  if (hasDeliveryNote || event?.eventStartsAt || event?.eventPlace)
    return [`Your order says where and when ${name} takes place.`];
  return [`${name}: answer this mail to agree on how and when.`];
}

/** A session whose time is chosen here. */
function sessionStep({ title, event, isOpen }: ReceiptItem): string {
  const name = titleInText(title);
  if (!isOpen) return `${name} is in your order.`;
  return event
    ? `Be there for ${name} at its time: your order has it, and where to move or cancel it.`
    : `Choose your time for ${name} in your order.`;
}

/** A service whose creator asks something first. */
const briefStep = (item: ReceiptItem): string =>
  `Answer a few questions about ${titleOf(item)} in your order: it begins with them.`;

/** What happens at a time or with a person: a link leads there. */
function linkStep(item: ReceiptItem, type: Appointment): string {
  if (type === "BOOKING_LINK")
    return `Choose your time for ${titleOf(item)}: the booking link is in your order.`;
  return `Get started with ${titleOf(item)}: the link is in your order.`;
}

function appointmentStep(item: ReceiptItem, type: Appointment): string {
  if (!item.hasDeliveryNote) return `${titleOf(item)}: answer this mail to agree on how and when.`;
  if (type === "BOOKING_LINK") return `Your order says how to book your time for ${titleOf(item)}.`;
  return `Your order says how ${titleOf(item)} goes on.`;
}

/** A file, or the link to one elsewhere. */
function fileStep(item: ReceiptItem, zone: string): string {
  const { maxDownloads = null, expiresAt = null } = item.download ?? {};
  const times =
    maxDownloads === null
      ? "as often as you like"
      : maxDownloads === 1
        ? "once"
        : `up to ${maxDownloads} times`;
  const verb = item.fileType === "LINK" ? "Open" : "Download";
  const until = expiresAt === null ? "" : ` until ${longDayText(expiresAt, zone)}`;
  return `${verb} ${titleOf(item)} from your order, ${times}${until}.`;
}
