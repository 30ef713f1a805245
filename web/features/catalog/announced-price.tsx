import { useState } from "react";
import { longDayText } from "#contract/dates.ts";
import { listMemberPrices, withdrawPriceChange } from "#contract/memberships/price-changes.ts";
import { callApi, type Input } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import { type MemberPrices, wordOfInterval } from "./member-price.ts";
import type { MyProduct } from "./product-form-values.ts";

type Props = {
  product: MyProduct;
  billingInterval: MemberPrices["billingInterval"];
  change: NonNullable<MemberPrices["change"]>;
};

/** The price that present members were told of, how far it has come, and the way back while there is one. */
export function AnnouncedPrice({ product, billingInterval, change }: Props) {
  const zone = useZone();
  const [asks, setAsks] = useState(false);
  const refresh = useRefresh(shownIn);
  const { told, charged, withdrawableUntil, firstChargeAt, startsAt } = change;
  const withdraw = useChange({
    change: (input: Input<typeof withdrawPriceChange>) => callApi(withdrawPriceChange, input),
    refresh,
    done: () => "Price withdrawn. Whoever was told hears so by mail",
    failed: () => "The price could not be withdrawn",
  });
  const price = `${formatMoney(change.priceCents, product.currency)} a ${wordOfInterval[billingInterval]}`;
  return (
    <section
      aria-label={`Announced price of a ${wordOfInterval[billingInterval]}`}
      className="grid justify-items-start gap-2 rounded-xl bg-brand-soft px-4 py-3 text-sm text-brand-soft-foreground"
    >
      <p className="font-semibold">
        Present members: from {longDayText(firstChargeAt ?? startsAt, zone)}: {price}
      </p>
      <p>
        Announced on {longDayText(change.announcedAt, zone)}. {countText(told, "was told", "were told")},{" "}
        {charged === 0 ? "nobody pays it yet" : countText(charged, "pays it already", "pay it already")}.
        {withdrawableUntil && ` You can withdraw it until ${longDayText(withdrawableUntil, zone)}.`}
      </p>
      {withdrawableUntil && (
        <Button variant="outline" size="sm" onClick={() => setAsks(true)}>
          Withdraw it
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Withdraw this price?"
        description={`Present members go on paying what they pay now, and whoever was told of ${price} hears that it does not come. The price for new members stays.`}
        confirmLabel="Withdraw it"
        cancelLabel="Go back"
        destructive
        pending={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate(
            { params: { id: product.id }, body: { billingInterval } },
            { onSettled: () => setAsks(false) },
          )
        }
      />
    </section>
  );
}

const shownIn = [listMemberPrices];

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 member ${one}` : `${count.toLocaleString("en-US")} members ${many}`;
