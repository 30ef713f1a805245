import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Order } from "./use-order.ts";

/** The way to withdraw, as long as something of the order can be withdrawn from. What it carries stays in the browser. */
export function WithdrawLink({ order, proof }: { order: Order; proof: string | undefined }) {
  const zone = useZone();
  const { withdrawableUntil, number } = order.order;
  if (withdrawableUntil === null) return null;
  const asked = new URLSearchParams({ order: String(number), store: order.creator.handle });
  const carried = new URLSearchParams({ email: order.customer.email, ...(proof && { rt: proof }) });
  return (
    <div className="grid gap-2 border-t border-border pt-4 text-sm">
      <LinkButton
        variant="outline"
        className="w-full sm:w-fit"
        href={`/withdraw?${asked.toString()}#${carried.toString()}`}
      >
        Withdraw from contract here
      </LinkButton>
      <p className="text-muted-foreground">
        For consumers in the EU and EEA, until {longDayText(withdrawableUntil, zone)}.
      </p>
    </div>
  );
}
