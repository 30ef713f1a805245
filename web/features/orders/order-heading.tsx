import { CheckCircle2, Clock, Scale, Undo2, XCircle } from "lucide-react";
import type { ReactNode } from "react";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import type { Order } from "./use-order.ts";

/** What has become of an order, in a heading and a sentence. */
export function OrderHeading({ order }: { order: Order }) {
  const { creator, product } = order;
  const zone = useZone();
  const { status, disputed, dispute, refundedCents, totalCents, currency } = order.order;
  const refunded = formatMoney(refundedCents, currency);
  const refundedAt = order.orderItems
    .map(({ refund }) => refund.refundedAt)
    .filter((moment) => moment !== null)
    .toSorted()
    .at(-1);
  const went = `went back to the way you paid${refundedAt ? ` on ${longDayText(refundedAt, zone)}` : ""}`;
  const thanks = (
    <>
      Thank you for buying from{" "}
      <a
        dir="auto"
        href={`/u/${creator.handle}`}
        className="font-medium text-foreground underline underline-offset-4"
      >
        {creator.name}
      </a>
      .
    </>
  );
  if (status === "PENDING")
    return (
      <Heading icon={<Clock />} tone="muted" title="Payment Processing">
        Your bank is still working on this payment. Please do not pay again: as soon as it has arrived, your
        receipt comes by email and this page opens your order.
      </Heading>
    );
  if (status === "FAILED")
    return (
      <Heading icon={<XCircle />} tone="destructive" title="Payment Failed">
        The payment didn't go through. If anything was charged, it has been refunded.
        <span className="mt-4 block">
          <LinkButton href={`/checkout/${product.id}`}>Try again</LinkButton>
        </span>
      </Heading>
    );
  if (disputed)
    return (
      <Heading icon={<Scale />} tone="muted" title="Order On Hold">
        Your bank is looking into this payment
        {dispute &&
          ` and has held ${formatMoney(dispute.amountCents, currency)} since ${longDayText(dispute.createdAt, zone)}`}
        . Until it has decided, what you bought is closed.
        {refundedCents > 0 && ` ${refunded} ${went}.`}
      </Heading>
    );
  if (status === "REFUNDED")
    return (
      <Heading icon={<Undo2 />} tone="muted" title="Order Refunded">
        {refunded} {went}. Nothing remains of the order. Banks often take five to ten days to show it.
      </Heading>
    );
  return (
    <Heading icon={<CheckCircle2 />} tone="success" title="Order Confirmed!">
      {thanks}
      {refundedCents > 0 && (
        <span className="mt-2 block">
          {refunded} of it {went}; {formatMoney(totalCents - refundedCents, currency)} remains paid. Banks
          often take five to ten days to show it.
        </span>
      )}
    </Heading>
  );
}

const tones = {
  success: "bg-success-soft text-success",
  muted: "bg-muted text-muted-foreground",
  destructive: "bg-destructive-soft text-destructive-soft-foreground",
};

type HeadingProps = { icon: ReactNode; tone: keyof typeof tones; title: string; children: ReactNode };

function Heading({ icon, tone, title, children }: HeadingProps) {
  return (
    <div className="flex flex-col items-center text-center">
      <span
        aria-hidden="true"
        className={`grid size-14 place-items-center rounded-full [&_svg]:size-7 ${tones[tone]}`}
      >
        {icon}
      </span>
      <h1 className="mt-4 text-3xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-2 max-w-lg text-balance text-muted-foreground">{children}</div>
    </div>
  );
}
