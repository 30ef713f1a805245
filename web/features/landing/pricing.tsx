import { Check } from "lucide-react";
import { Badge } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Section } from "./section.tsx";

const plans = [
  {
    name: "Starter",
    price: "$0",
    line: "To open your stall",
    included: ["1 product", "Storefront and checkout", "50 DM responses per month", "Payment integration"],
  },
  {
    name: "Pro",
    price: "$29",
    line: "To live from it",
    popular: true,
    included: ["Everything in Starter", "Unlimited products", "Unlimited DM automation"],
  },
  {
    name: "Enterprise",
    price: "$99",
    line: "By arrangement",
    included: ["Everything in Pro"],
  },
];

export function Pricing() {
  return (
    <Section
      id="pricing"
      eyebrow="Pricing"
      title="Start free, grow when you do"
      lead="Every account begins with 14 days of Pro, without a credit card, and goes on with Starter. Pro and Enterprise are arranged with whoever runs this site."
    >
      <ul className="grid items-stretch gap-4 lg:grid-cols-3">
        {plans.map(({ name, price, line, included, popular }) => (
          <li
            key={name}
            className={classNames(
              "flex flex-col rounded-2xl border bg-card p-6 sm:p-8",
              popular ? "border-brand shadow-lg" : "border-border shadow-sm",
            )}
          >
            <div className="flex items-center justify-between">
              <h3 className="text-lg font-semibold">{name}</h3>
              {popular && <Badge tone="brand">For full-time creators</Badge>}
            </div>
            <p className="text-sm text-muted-foreground">{line}</p>
            <p className="mt-5">
              <span className="text-4xl font-semibold tracking-tight">{price}</span>{" "}
              <span className="text-muted-foreground">per month</span>
            </p>
            <ul className="mt-6 mb-8 grid grow content-start gap-3">
              {included.map((item) => (
                <li key={item} className="flex gap-3">
                  <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-brand" />
                  {item}
                </li>
              ))}
            </ul>
            <LinkButton href="/api/login" size="lg" variant={popular ? "brand" : "outline"}>
              Start Free Trial<span className="sr-only">, then {name}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
