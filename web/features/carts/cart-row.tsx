import type { listAbandonedCarts } from "#contract/carts/carts.ts";
import { momentText } from "#contract/dates.ts";
import type { Output } from "#web/api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import { CartButtons } from "./cart-buttons.tsx";
import { cartStatuses } from "./cart-words.ts";

export type ListedCart = Output<typeof listAbandonedCarts>["carts"][number];

/** One cart: whose it is, what was in it, and what has become of it. */
export function CartRow({ cart }: { cart: ListedCart }) {
  const zone = useZone();
  const { label, tone } = cartStatuses[cart.status];
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4">
      <div className="grid min-w-0 grid-cols-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 truncate font-medium">{cart.email}</span>
          <Badge tone={tone}>{label}</Badge>
          {cart.kind === "FAILED" && <Badge tone="destructive">Payment failed</Badge>}
        </span>
        <span className="text-muted-foreground wrap-anywhere">
          <bdi>{cart.productTitle}</bdi> · {formatMoney(cart.priceCents, cart.currency)}
          {cart.couponCode && ` · ${cart.couponCode}`}
        </span>
        <span className="text-muted-foreground">{historyOf(cart, zone)}</span>
        {!cart.recovered && cart.stopReason && (
          <span className="text-muted-foreground">No more mails: {cart.stopReason}</span>
        )}
      </div>
      <CartButtons cart={cart} />
    </li>
  );
}

function historyOf(cart: ListedCart, zone: string): string {
  const { abandonedAt, lastEmailSent, nextEmailAt, recoveryEmailsSent: sent, recoveredBy } = cart;
  const parts = [`Left ${momentText(abandonedAt, zone)}`];
  if (cart.message) parts.push(messageOf(cart.message));
  if (lastEmailSent)
    parts.push(
      `${sent === 1 ? "1 mail" : `${sent} mails`}, ${sent === 1 ? "" : "the last "}${momentText(lastEmailSent, zone)}`,
    );
  if (nextEmailAt) parts.push(`the next ${momentText(nextEmailAt, zone)}`);
  if (recoveredBy === "LINK") parts.push("bought by the link");
  if (recoveredBy === "NEAR") parts.push("bought within 7 days of a mail");
  if (recoveredBy === "HAND") parts.push("marked as recovered");
  return parts.join(" · ");
}

function messageOf({ state, reason }: NonNullable<ListedCart["message"]>): string {
  const because = reason ? `: ${reason}` : "";
  if (state === "SENT") return "1 direct message";
  if (state === "QUEUED") return "a direct message is on its way";
  if (state === "UNKNOWN") return "a direct message that may have arrived";
  return state === "FAILED" ? `the direct message was not sent${because}` : `no direct message${because}`;
}
