import { longDayText } from "#contract/dates.ts";
import type { RefundRequest } from "#contract/orders/refund-requests.ts";
import { formatMoney } from "#web/ui/money.ts";

/** What has become of a request, in a sentence; undefined where that says nothing more than the order itself. */
export function requestWords(
  { status, isPromised, isGuaranteed, answerBy, createdAt, decidedAt, refund }: RefundRequestOnPage,
  currency: string,
  zone: string,
): string | undefined {
  if (status === "REQUESTED") {
    const asked = `Refund requested on ${longDayText(createdAt, zone)}.`;
    const day = longDayText(answerBy, zone);
    if (isGuaranteed)
      return `${asked} It's guaranteed: you're refunded on ${day} at the latest. A parcel has to be sent back first.`;
    return isPromised
      ? `${asked} The seller decides. Without an answer, it's granted automatically on ${day}.`
      : `${asked} The seller decides. Expect an answer by ${day}.`;
  }
  if (status === "DECLINED") return `Refund declined on ${longDayText(decidedAt ?? createdAt, zone)}.`;
  if (status !== "GRANTED") return undefined;
  if (refund?.status === "PENDING")
    return `Refund granted: ${formatMoney(refund.amountCents, currency)} is on its way to where you paid from.`;
  if (refund?.status === "FAILED")
    return "Refund granted, but your bank did not take the money. The seller has been told; write to them if nothing happens.";
  return undefined;
}

/** As JSON brings it: moments are text. */
export type RefundRequestOnPage = Omit<RefundRequest, "answerBy" | "createdAt" | "decidedAt"> &
  Record<"answerBy" | "createdAt", string> & { decidedAt: string | null };

/** "$19.00 refunded on March 9, 2026; $30.00 remains paid" */
export function refundedWords(
  line: { refundedCents: number; totalPriceCents: number; refundedAt: string | null },
  currency: string,
  zone: string,
): string | undefined {
  if (line.refundedCents === 0) return undefined;
  const left = line.totalPriceCents - line.refundedCents;
  const on = line.refundedAt ? ` on ${longDayText(line.refundedAt, zone)}` : "";
  const rest = left > 0 ? `; ${formatMoney(left, currency)} remains paid` : "";
  return `${formatMoney(line.refundedCents, currency)} refunded${on}${rest}`;
}
