import { CircleAlert } from "lucide-react";
import { formatMoney } from "#web/ui/money.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { type Problem, problemTexts } from "#web/payments/payment-problem.tsx";

type Props = {
  problem: Problem;
  title: string;
  totalCents: number;
  currency: string;
  email: string;
  name: string;
  /** Titles of the chosen add-ons. */
  addOns: readonly string[];
  couponCode: string | undefined;
};

/** What a buyer sees first who comes back from the bank without having paid: why, and that everything is still here. */
export function ReturnedCheckout({
  problem,
  title,
  totalCents,
  currency,
  email,
  name,
  addOns,
  couponCode,
}: Props) {
  const { title: headline, reason, step } = problemTexts(problem);
  const kept = [
    ["Product", title],
    ["Add-ons", addOns.join(", ")],
    ["Coupon", couponCode ?? ""],
    ["Total", formatMoney(totalCents, currency)],
    ["Email", email],
    ["Name", name],
  ].filter(([, value]) => value !== "");
  return (
    <section
      aria-label="Your payment"
      className="mb-5 grid gap-3 rounded-2xl border border-destructive/50 bg-card p-4 text-sm shadow-sm"
    >
      <div ref={focusOnMount} role="alert" tabIndex={-1} className="flex gap-3 outline-none">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-destructive" />
        <div className="grid min-w-0 gap-0.5">
          <p className="font-semibold">{headline}</p>
          {reason && <p>{reason}</p>}
          {step && <p>{step}</p>}
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-border pt-3">
        {kept.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="font-medium break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <LinkButton href="#payment-details" variant="outline">
        Try again
      </LinkButton>
    </section>
  );
}

/** It is at the top, and what was scrolled to before the bank's page does not matter any more. */
function focusOnMount(place: HTMLElement | null) {
  if (!place) return;
  scrollTo(0, 0);
  place.focus({ preventScroll: true });
}
