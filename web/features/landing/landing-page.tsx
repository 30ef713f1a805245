import type { LandingFacts } from "#contract/landing/landing.ts";
import { operatorName, siteHas, startWords } from "#web/layout/site-facts.ts";
import { StaticPage } from "#web/layout/static-page.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Comparison } from "./comparison.tsx";
import { Features } from "./features.tsx";
import { OperatorFront } from "./operator-front.tsx";
import { HeroPicture } from "./hero-picture.tsx";
import { type PlanOffer, Pricing } from "./pricing.tsx";
import { exampleFigures, figuresOf, Statistics } from "./statistics.tsx";
import { Testimonials } from "./testimonials.tsx";

type Props = {
  plans: readonly PlanOffer[];
  /** The installation's own figures and reviews; undefined where they could not be read, or examples take their place. */
  facts?: LandingFacts | undefined;
};

/** What a visitor sees at /. Where the whole site is a demo, figures and testimonials are the examples, marked as such. */
export function LandingPage({ plans, facts }: Props) {
  const name = operatorName();
  if (name !== "") return <OperatorFront name={name} plans={plans} />;
  return (
    <StaticPage>
      <Hero />
      <Statistics figures={siteHas("examples") ? exampleFigures : figuresOf(facts)} />
      <Features />
      <Testimonials reviews={siteHas("examples") ? "EXAMPLES" : (facts?.reviews ?? [])} />
      <Comparison />
      {siteHas("plans") && <Pricing offers={plans} />}
      <Closing />
    </StaticPage>
  );
}

function Hero() {
  return (
    <section className="overflow-hidden">
      <div className="mx-auto grid max-w-6xl items-center gap-12 px-5 pt-12 pb-16 sm:px-8 sm:pt-20 sm:pb-24 lg:grid-cols-[1.1fr_1fr]">
        <div>
          <p className="inline-flex items-center gap-2 rounded-full border border-border bg-card px-3 py-1 text-sm font-medium text-muted-foreground">
            <span className="size-2 rounded-full bg-brand" />
            Storefront and DM automation in one place
          </p>
          <h1 className="mt-6 text-4xl leading-[1.05] font-semibold tracking-[-0.035em] sm:text-6xl">
            Sell what you know. <span className="text-brand">Let your DMs sell for you.</span>
          </h1>
          <p className="mt-6 max-w-xl text-lg text-muted-foreground sm:text-xl">
            Openstall gives creators one link for courses, downloads and memberships, and answers every “how
            do I get it?” on Instagram and X while they sleep.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton href="/api/login" variant="brand" size="lg">
              {startWords()}
            </LinkButton>
            {siteHas("demo-store") && (
              <LinkButton href="/u/demo" variant="outline" size="lg">
                See the demo store
              </LinkButton>
            )}
          </div>
          {siteHas("plans") && (
            <p className="mt-4 text-sm text-muted-foreground">14-day free trial. No credit card.</p>
          )}
        </div>
        <HeroPicture />
      </div>
    </section>
  );
}

function Closing() {
  return (
    <section className="mx-auto max-w-6xl px-5 pb-16 sm:px-8 sm:pb-24">
      <div className="overflow-hidden rounded-3xl border border-border bg-card text-center shadow-md">
        <div className="awning h-10" aria-hidden="true" />
        <div className="px-6 py-14 sm:py-20">
          <h2 className="text-3xl font-semibold sm:text-5xl">Open your stall today</h2>
          <p className="mx-auto mt-4 max-w-xl text-lg text-muted-foreground">
            Add a product, connect an account, share one link. Your next sale may already be in your inbox.
          </p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            <LinkButton href="/api/login" variant="brand" size="lg">
              {startWords()}
            </LinkButton>
            {siteHas("demo-store") && (
              <LinkButton href="/u/demo" variant="outline" size="lg">
                See the demo store
              </LinkButton>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
