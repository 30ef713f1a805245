import { useState } from "react";
import { wholeLines } from "#contract/orders/whole-lines.ts";
import { kindOfThing } from "#contract/catalog/product-kind.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { AdminOrder, AdminOrderLine } from "./admin-order.ts";
import { OrderLineMenu } from "./order-line-menu.tsx";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { ShipDialog } from "./ship-dialog.tsx";

/** What was bought: each line with its price, what it opens, and what can be done for it. */
export function AdminOrderLines({ order }: { order: AdminOrder }) {
  const [shipping, setShipping] = useState<AdminOrderLine>();
  const [shipOpen, setShipOpen] = useState(false);
  const { currency, totalCents, refundedCents, discountCents, shippingAddress } = order;
  const shippingCents = order.lines.reduce((sum, line) => sum + line.shippingCents, 0);
  return (
    <Card>
      <CardHeader title="Items" level={3} />
      <ul className="mt-4 divide-y divide-border border-y border-border">
        {wholeLines(order.lines)
          .flatMap(({ parts, ...line }) => [line, ...parts])
          .map((line) => (
            <li
              key={line.id}
              className={classNames(
                "flex items-start gap-3 py-4 pr-5 text-sm sm:pr-6",
                line.itemType === "PART" ? "pl-10 sm:pl-12" : "pl-5 sm:pl-6",
              )}
            >
              <div className="grid min-w-0 grow gap-1.5">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
                  <bdi>{line.title}</bdi>
                  {line.itemType === "ORDER_BUMP" && <Badge tone="brand">Bump</Badge>}
                  {line.itemType === "PART" && <Badge>In the bundle</Badge>}
                  {line.itemType === "UPSELL" && <Badge tone="info">Upsell</Badge>}
                </p>
                <LineFacts line={line} currency={currency} />
              </div>
              <p className="text-right whitespace-nowrap tabular-nums">
                <span className="font-medium">
                  {formatMoney(line.totalPriceCents - line.shippingCents, currency)}
                </span>
                {line.refundedCents > 0 && (
                  <span className="block text-xs text-muted-foreground">
                    {formatMoney(line.refundedCents, currency)} refunded
                  </span>
                )}
              </p>
              {line.hasAccess !== null && (
                <OrderLineMenu
                  orderId={order.id}
                  line={line}
                  onShip={() => {
                    setShipping(line);
                    setShipOpen(true);
                  }}
                />
              )}
            </li>
          ))}
      </ul>
      <dl className="grid gap-1.5 px-5 py-4 text-sm sm:px-6">
        {discountCents > 0 && <Sum name="Discounts" value={`−${formatMoney(discountCents, currency)}`} />}
        {(shippingAddress || shippingCents > 0) && (
          <Sum
            name="Shipping"
            value={shippingCents > 0 ? formatMoney(shippingCents, currency) : "Free shipping"}
          />
        )}
        <Sum name="Total" value={formatMoney(totalCents, currency)} strong />
        {refundedCents > 0 && (
          <>
            <Sum name="Refunded" value={`−${formatMoney(refundedCents, currency)}`} />
            <Sum name="Kept" value={formatMoney(totalCents - refundedCents, currency)} strong />
          </>
        )}
      </dl>
      {shipping && (
        <ShipDialog
          key={`${shipping.id}${shipOpen}`}
          orderId={order.id}
          line={shipping}
          open={shipOpen}
          onClose={() => setShipOpen(false)}
        />
      )}
    </Card>
  );
}

function Sum({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div
      className={strong ? "flex justify-between font-semibold" : "flex justify-between text-muted-foreground"}
    >
      <dt>{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}

/** In small print: how the price came about, access, downloads, shipment. */
function LineFacts({ line, currency }: { line: AdminOrderLine; currency: string }) {
  const zone = useZone();
  const { quantity, unitPriceCents, discountCents, discountSource, hasAccess } = line;
  const from = discountSource ? ` (${discountNames[discountSource]})` : "";
  const facts = [
    kindOfThing({
      type: line.type,
      fileType: line.fileType,
      fileName: line.fileName,
      fileSize: line.fileSize,
    }),
    quantity > 1 || discountCents > 0
      ? `${quantity > 1 ? `${quantity} × ` : ""}${formatMoney(unitPriceCents, currency)}${
          discountCents > 0 ? ` less ${formatMoney(discountCents, currency)}${from}` : ""
        }`
      : undefined,
    line.shippingCents > 0 && `${formatMoney(line.shippingCents, currency)} for shipping`,
    usedText(line),
    line.requiresShipping && !line.shippedAt && hasAccess !== null ? "Not shipped yet" : undefined,
    line.restockedAt && `Back in stock since ${dayText(line.restockedAt, zone)}`,
  ].filter((fact) => typeof fact === "string");
  return (
    <div className="grid gap-1 text-xs text-muted-foreground">
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      {line.shippedAt && (
        <p>
          Shipped on {dayText(line.shippedAt, zone)}
          {line.trackingUrl && (
            <>
              {", "}
              <a
                href={line.trackingUrl}
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-2 wrap-anywhere"
              >
                tracking
              </a>
            </>
          )}
        </p>
      )}
      {hasAccess === false && <Badge tone="destructive">Access revoked</Badge>}
    </div>
  );
}

/** "Downloaded 1 of 3 times, until Mar 9, 2026", "Link last opened Mar 9, 2026"; undefined where nothing is delivered online. */
function usedText({ download, fileType }: AdminOrderLine): string | undefined {
  const zone = useZone();
  if (!download) return undefined;
  const { downloadCount, maxDownloads, expiresAt, lastDownloadAt } = download;
  const isLink = fileType === "LINK";
  const until = expiresAt ? `, until ${dayText(expiresAt, zone)}` : "";
  // How often a link to a call or an event was opened is not counted.
  if (isLink && maxDownloads === null && lastDownloadAt)
    return `Link last opened ${dayText(lastDownloadAt, zone)}${until}`;
  if (downloadCount === 0 && maxDownloads === null)
    return `${isLink ? "Link not opened yet" : "Not downloaded yet"}${until}`;
  const limit = maxDownloads === null ? "" : ` of ${maxDownloads}`;
  const times = maxDownloads === null && downloadCount === 1 ? "time" : "times";
  return `${isLink ? "Link opened" : "Downloaded"} ${downloadCount}${limit} ${times}${until}`;
}

const discountNames = { COUPON: "coupon", OFFER: "offer", TRIAL: "free trial" };
