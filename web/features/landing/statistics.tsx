import type { LandingFacts } from "#contract/landing/landing.ts";
import { siteHas } from "#web/layout/site-facts.ts";
import { classNames } from "#web/ui/class-names.ts";
import { ExampleContent } from "./example-content.tsx";

type Figure = { figure: string; label: string };

export const exampleFigures: readonly Figure[] = [
  { figure: "10,000+", label: "creators" },
  { figure: "2.5M+", label: "DMs" },
  { figure: "$50M+", label: "revenue" },
];

/** The installation's own figures, those alone that say something. */
export function figuresOf(facts: LandingFacts | undefined): Figure[] {
  if (!facts) return [];
  const { creators, replies, revenueCents } = facts;
  const dollars = Math.floor(revenueCents / 100);
  return [
    { count: creators, figure: inWords(creators), label: creators === 1 ? "creator" : "creators" },
    { count: replies, figure: inWords(replies), label: replies === 1 ? "DM answered" : "DMs answered" },
    { count: dollars, figure: `$${inWords(dollars)}`, label: "revenue" },
  ].filter(({ count }) => count > 0);
}

const inWords = (count: number) => count.toLocaleString("en-US");

/** Up to three figures; nothing where there are none. */
export function Statistics({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return null;
  return (
    <section aria-label="Statistics" className="border-y border-border bg-card">
      <dl
        className={classNames(
          "mx-auto grid max-w-4xl gap-4 px-5 py-8 text-center sm:px-8 sm:py-10",
          ["", "grid-cols-1", "grid-cols-2", "grid-cols-3"][figures.length],
        )}
      >
        {figures.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-muted-foreground sm:text-base">{label}</dt>
            <dd className="text-2xl font-semibold tracking-tight sm:text-4xl">{figure}</dd>
          </div>
        ))}
      </dl>
      {siteHas("examples") && <ExampleContent className="-mt-3 pb-6" />}
    </section>
  );
}
