import { StaticPage } from "#web/layout/static-page.tsx";
import { Closing } from "./closing.tsx";
import { Comparison } from "./comparison.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { Pricing } from "./pricing.tsx";
import { Statistics } from "./statistics.tsx";
import { Testimonials } from "./testimonials.tsx";

/** What a visitor sees at /. */
export function LandingPage() {
  return (
    <StaticPage>
      <Hero />
      <Statistics />
      <Features />
      <Testimonials />
      <Comparison />
      <Pricing />
      <Closing />
    </StaticPage>
  );
}
