import { siteHas } from "#web/layout/site-facts.ts";
import { StaticPage } from "#web/layout/static-page.tsx";
import { Closing } from "./closing.tsx";
import { Comparison } from "./comparison.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { Pricing } from "./pricing.tsx";
import { Statistics } from "./statistics.tsx";
import { Testimonials } from "./testimonials.tsx";

/** What a visitor sees at /. Figures and voices are examples, and stand only where the whole site is one. */
export function LandingPage() {
  return (
    <StaticPage>
      <Hero />
      {siteHas("examples") && <Statistics />}
      <Features />
      {siteHas("examples") && <Testimonials />}
      <Comparison />
      {siteHas("plans") && <Pricing />}
      <Closing />
    </StaticPage>
  );
}
