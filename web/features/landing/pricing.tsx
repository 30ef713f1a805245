import { Check } from "lucide-react";
import { inEveryPlan, type PlanName, planTerms, trialDays } from "#contract/plans/plan-terms.ts";
import type { listPlans } from "#contract/plans/plans.ts";
import type { Output } from "#web/api.ts";
import { planPath } from "#contract/plans/plan-path.ts";
import { Badge } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Section } from "./section.tsx";

export type PlanOffer = Output<typeof listPlans>[number];

/** The plans that there are, at their prices of now. Nothing stands here that a plan does not have. */
export function Pricing({ offers }: { offers: readonly PlanOffer[] }) {
  const plans: { name: PlanName; priceCents: number; href: string }[] = [
    { name: "STARTER", priceCents: 0, href: "/api/login" },
    ...offers.map(({ plan, priceCents }) => ({
      name: plan,
      priceCents,
      // Who is signed in already comes to the plan at once; everybody else by way of their trial.
      href: `/api/login?returnTo=${encodeURIComponent(planPath)}`,
    })),
  ];
  return (
    <Section
      id="pricing"
      eyebrow="Pricing"
      title="Start free, grow when you do"
      lead={`Every account begins with ${trialDays} days of Pro, without a credit card, and goes on with Starter until you choose a plan. Cancel at any time; what you made stays yours.`}
    >
      <ul className="grid items-stretch gap-4 lg:grid-cols-3">
        {plans.map(({ name, priceCents, href }) => (
          <PlanCard key={name} name={name} priceCents={priceCents} href={href} />
        ))}
      </ul>
      <p className="mt-6 text-muted-foreground">{inEveryPlan}</p>
    </Section>
  );
}

function PlanCard({ name, priceCents, href }: { name: PlanName; priceCents: number; href: string }) {
  const terms = planTerms[name];
  const popular = name === "PRO";
  return (
    <li
      className={classNames(
        "flex flex-col rounded-2xl border bg-card p-6 sm:p-8",
        popular ? "border-brand shadow-lg" : "border-border shadow-sm",
      )}
    >
      <div className="flex items-center justify-between">
        <h3 className="text-lg font-semibold">{terms.name}</h3>
        {popular && <Badge tone="brand">For full-time creators</Badge>}
      </div>
      <p className="text-sm text-muted-foreground">{terms.line}</p>
      <p className="mt-5">
        <span className="text-4xl font-semibold tracking-tight">{dollars(priceCents)}</span>{" "}
        <span className="text-muted-foreground">per month</span>
      </p>
      <ul className="mt-6 mb-8 grid grow content-start gap-3">
        {terms.included.map((item) => (
          <li key={item} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-brand" />
            {item}
          </li>
        ))}
      </ul>
      <LinkButton href={href} size="lg" variant={popular ? "brand" : "outline"}>
        Start Free Trial<span className="sr-only">, then {terms.name}</span>
      </LinkButton>
    </li>
  );
}

/** `$29`, and `$29.50` where there are cents. */
const dollars = (cents: number): string => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
