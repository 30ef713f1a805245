import { siteHas, startWords } from "#web/layout/site-facts.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { HeroPicture } from "./hero-picture.tsx";

export function Hero() {
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
