import { siteHas, startWords } from "#web/layout/site-facts.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { type PlanOffer, Pricing } from "./pricing.tsx";

type Props = { name: string; plans: readonly PlanOffer[] };

/** The front page of whoever runs this installation: their name and the ways in. No figure, no voice and no demo of ours. */
export function OperatorFront({ name, plans }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-border">
        <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-5 sm:px-8">
          <a href="/" className="inline-flex h-11 min-w-0 items-center font-semibold tracking-tight">
            <span className="truncate">{name}</span>
          </a>
          <a
            href="/api/login"
            className="inline-flex h-11 items-center rounded-lg px-3 text-sm font-medium whitespace-nowrap text-muted-foreground hover:text-foreground"
          >
            Sign In
          </a>
        </div>
      </header>
      <main className="grow">
        <section className="mx-auto max-w-3xl px-5 py-20 text-center sm:px-8 sm:py-28">
          <h1 className="text-4xl leading-[1.05] font-semibold tracking-[-0.035em] wrap-anywhere sm:text-6xl">
            {name}
          </h1>
          <p className="mx-auto mt-6 max-w-xl text-lg text-muted-foreground">
            Creators sell their courses, downloads and memberships here. What you bought is under your
            purchases.
          </p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            <LinkButton href="/api/login" variant="brand" size="lg">
              {startWords()}
            </LinkButton>
            <LinkButton href="/members" variant="outline" size="lg">
              My purchases
            </LinkButton>
          </div>
        </section>
        {siteHas("plans") && <Pricing offers={plans} />}
      </main>
      <footer className="border-t border-border">
        <nav
          aria-label="Footer"
          className="mx-auto flex max-w-6xl flex-wrap justify-center gap-x-6 px-5 py-6 text-sm text-muted-foreground"
        >
          <a href="/terms" className="inline-flex h-11 items-center hover:text-foreground">
            Terms of Service
          </a>
          <a href="/privacy" className="inline-flex h-11 items-center hover:text-foreground">
            Privacy Policy
          </a>
          <a href="/withdraw" className="inline-flex h-11 items-center hover:text-foreground">
            Withdraw from contract
          </a>
        </nav>
      </footer>
    </div>
  );
}
