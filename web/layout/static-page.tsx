import type { ReactNode } from "react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { type SiteFact, siteHas, startWords } from "./site-facts.ts";

const allLinks: { href: string; label: string; needs?: SiteFact }[] = [
  { href: "/#features", label: "Features" },
  { href: "/#pricing", label: "Pricing", needs: "plans" },
  { href: "/u/demo", label: "Demo store", needs: "demo-store" },
];

/** The marketing frame: navigation above, footer below. Everything in it works without a script. */
export function StaticPage({ children }: { children: ReactNode }) {
  const links = allLinks.filter(({ needs }) => !needs || siteHas(needs));
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-lg focus:bg-primary focus:px-4 focus:py-2 focus:text-sm focus:text-primary-foreground"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-border bg-background/85 backdrop-blur-md">
        <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-5 sm:px-8">
          <a href="/" aria-label="Openstall home" className="mr-auto flex rounded-lg py-2">
            <Logo />
          </a>
          <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
            {links.map(({ href, label }) => (
              <a key={href} href={href} className={linkStyle}>
                {label}
              </a>
            ))}
          </nav>
          <a href="/api/login" className={`${linkStyle} inline-flex h-11 items-center whitespace-nowrap`}>
            Sign In
          </a>
          <LinkButton href="/api/login" size="md" className="max-[24rem]:px-3">
            {startWords()}
          </LinkButton>
        </div>
        <nav aria-label="Sections" className="flex justify-center gap-1 border-t border-border md:hidden">
          {links.map(({ href, label }) => (
            <a key={href} href={href} className={`${linkStyle} inline-flex h-11 items-center`}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main id="main">{children}</main>
      <footer className="border-t border-border">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-6 px-5 py-10 text-sm sm:px-8">
          <div className="grid gap-2">
            <Logo />
            <p className="text-muted-foreground">Sell what you know. Let your DMs sell for you.</p>
          </div>
          <nav aria-label="Footer" className="flex flex-wrap gap-x-1">
            {[...links, ...footerLinks].map(({ href, label }) => (
              <a key={href} href={href} className={`${linkStyle} inline-flex h-11 items-center first:-ml-3`}>
                {label}
              </a>
            ))}
          </nav>
        </div>
      </footer>
    </>
  );
}

const footerLinks = [
  { href: "/api/docs", label: "API" },
  { href: "/terms", label: "Terms of Service" },
  { href: "/privacy", label: "Privacy Policy" },
  { href: "/withdraw", label: "Withdraw from contract" },
];

const linkStyle =
  "rounded-lg px-3 py-2 text-sm font-medium text-muted-foreground transition-colors hover:bg-accent hover:text-foreground";
