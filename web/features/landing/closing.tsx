import { siteHas, startWords } from "#web/layout/site-facts.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

export function Closing() {
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
