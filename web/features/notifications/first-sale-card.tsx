import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PartyPopper, X } from "lucide-react";
import { dismissFirstSale, getUnread } from "#contract/notifications/notifications.ts";
import { apiMutation } from "#web/api.ts";
import { unreadQuery } from "#web/layout/notifications/unread-query.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useRefresh } from "#web/layout/use-change.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { formatMoney } from "#web/ui/money.ts";

const shownIn = [getUnread];

/** The moment of a creator's first sale, until they have seen it. */
export function FirstSaleCard() {
  const { data } = useQuery(unreadQuery);
  const refresh = useRefresh(shownIn);
  const dismiss = useMutation({
    ...apiMutation(dismissFirstSale),
    onSuccess: refresh,
    onError: (error) => reportFailure(error, "This could not be put away"),
  });
  const sale = data?.firstSale;
  if (!sale) return null;
  const put = () => dismiss.mutate(undefined);
  return (
    <section
      aria-label="Your first sale"
      className="relative mb-5 flex gap-4 overflow-hidden rounded-2xl border border-border bg-brand-soft p-5 pr-14 text-brand-soft-foreground sm:items-center sm:p-6 sm:pr-14"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-brand text-brand-foreground motion-safe:animate-[bounce_0.7s_ease-out_3]">
        <PartyPopper className="size-6" aria-hidden="true" />
      </span>
      <div className="grid min-w-0 grow gap-3 sm:flex sm:items-center sm:justify-between">
        <div className="grid gap-1">
          <h2 className="text-lg font-semibold">You made your first sale!</h2>
          <p className="text-sm wrap-anywhere">
            Somebody bought <bdi>{sale.title}</bdi> for {formatMoney(sale.totalCents, sale.currency)}. It is
            the hardest one, and it is yours.
          </p>
        </div>
        <Link
          to="/admin"
          search={{ tab: "customers", order: sale.orderId }}
          onClick={put}
          className={buttonStyle("primary", "md", "justify-self-start")}
        >
          See the order
        </Link>
      </div>
      <IconButton
        label="Put away"
        className="absolute top-2 right-2"
        disabled={dismiss.isPending}
        onClick={put}
      >
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
