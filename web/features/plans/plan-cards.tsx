import { Check } from "lucide-react";
import { longDayText } from "#contract/dates.ts";
import { inEveryPlan, type PlanName, planTerms } from "#contract/plans/plan-terms.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useZone } from "#web/ui/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import type { MyPlan } from "./plan-query.ts";
import { priceOf, wayTo } from "./way-to-plan.ts";

type Props = {
  plan: MyPlan;
  /** Where the membership can move to another plan now. */
  onMove?: () => void;
};

/** The three plans, the present one marked, with the way to the others. */
export function PlanCards({ plan, onMove }: Props) {
  const zone = useZone();
  const names: PlanName[] = ["STARTER", ...plan.offers.map((offer) => offer.plan)];
  return (
    <section aria-label="Plans" className="grid gap-3">
      <ul className="grid items-stretch gap-4 lg:grid-cols-3">
        {names.map((name) => (
          <PlanCard key={name} name={name} plan={plan} onMove={onMove} />
        ))}
      </ul>
      <p className="text-sm text-muted-foreground">
        {inEveryPlan}
        {plan.trialEndsAt &&
          plan.offers.length > 0 &&
          ` You have Pro for free until ${longDayText(plan.trialEndsAt, zone)}: paying before then starts your plan at once and ends the free days.`}
        {plan.offers.length === 0 && " No other plan can be bought here at the moment."}
      </p>
    </section>
  );
}

type CardProps = { name: PlanName; plan: MyPlan; onMove: Props["onMove"] };

function PlanCard({ name, plan, onMove }: CardProps) {
  const terms = planTerms[name];
  const offer = plan.offers.find((one) => one.plan === name);
  const price = priceOf(name, plan);
  const isPresent = plan.plan === name;
  return (
    <li
      className={classNames(
        "flex flex-col rounded-2xl border bg-card p-5 shadow-sm sm:p-6",
        isPresent ? "border-brand" : "border-border",
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{terms.name}</h2>
        {isPresent && <Badge tone="brand">Your plan</Badge>}
      </div>
      <p className="mt-3">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {price ? formatMoney(price.priceCents, price.currency) : "$0"}
        </span>{" "}
        <span className="text-sm text-muted-foreground">per month</span>
      </p>
      <ul className="mt-4 mb-6 grid grow content-start gap-2 text-sm">
        {terms.included.map((item) => (
          <li key={item} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brand" />
            {item}
          </li>
        ))}
      </ul>
      {offer && <Way name={name} plan={plan} offer={offer} onMove={onMove} />}
    </li>
  );
}

/** A plan is paid from the day on which it is bought, and a trial that still runs is not added to it. */
function paidInTrial({ trialDaysLeft }: MyPlan, offer: MyPlan["offers"][number]): string {
  const days = trialDaysLeft === 1 ? "last day of" : `${trialDaysLeft} days left in`;
  return `You'd pay ${formatMoney(offer.priceCents, offer.currency)} today and lose the ${days} your free trial. To use it up, wait until it ends.`;
}

/** To a plan: pay for it, move to it, or why neither. */
function Way({ name, plan, offer, onMove }: CardProps & { offer: MyPlan["offers"][number] }) {
  const label = planTerms[name].name;
  const way = wayTo(name, plan, onMove !== undefined);
  if (way === "NONE") return null;
  if (way === "BUY")
    return (
      <>
        {plan.trialEndsAt && <p className="mb-3 text-sm text-muted-foreground">{paidInTrial(plan, offer)}</p>}
        <LinkButton href={`/checkout/${offer.productId}`} variant={name === "PRO" ? "brand" : "outline"}>
          Get {label}
        </LinkButton>
      </>
    );
  return way === "MOVE" ? (
    <Button variant="outline" onClick={onMove}>
      Switch to {label}
    </Button>
  ) : (
    <p className="text-sm text-muted-foreground">
      You can switch once the membership below is active and has no other change ahead.
    </p>
  );
}
