import type { LandingFacts } from "#contract/landing/landing.ts";
import { classNames } from "#web/ui/class-names.ts";
import { ExampleContent } from "./example-content.tsx";
import { Section } from "./section.tsx";

type Voice = { words: string; name: string; work: string; href?: string };

const testimonials: readonly Voice[] = [
  {
    words:
      "I used to answer the same question forty times a night. Now people get the link before I have seen the message.",
    name: "Maya R.",
    work: "Short-form video coach",
  },
  {
    words: "My course, my presets and my membership finally live behind one link, and it looks like me.",
    name: "Theo A.",
    work: "Photographer",
  },
  {
    words: "I can see which keyword sold what. That ended the guessing about what to post next.",
    name: "Lina K.",
    work: "Nutrition writer",
  },
];

/** What creators say of a demo, or buyers of the stores that are here; nothing where nobody has said anything. */
export function Testimonials({ reviews }: { reviews: LandingFacts["reviews"] | "EXAMPLES" }) {
  const isExample = reviews === "EXAMPLES";
  const shown = isExample ? testimonials : reviews.map(voiceOf);
  if (shown.length === 0) return null;
  return (
    <Section eyebrow="Testimonials" title={isExample ? "What creators say" : "What buyers say"}>
      <ul className={classNames("grid gap-4", shown.length > 1 && "md:grid-cols-3")}>
        {shown.map(({ words, name, work, href }) => (
          <li key={words}>
            <figure className="flex h-full flex-col rounded-2xl border border-border bg-card p-6 shadow-sm">
              <blockquote className="grow text-lg leading-snug wrap-anywhere">“{words}”</blockquote>
              <figcaption className="mt-6 flex items-center gap-3 text-sm">
                <span aria-hidden="true" className="portrait size-10 shrink-0 rounded-full" />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-semibold">{name}</span>
                  {href === undefined ? (
                    <span className="text-muted-foreground">{work}</span>
                  ) : (
                    <a href={href} className="text-muted-foreground underline underline-offset-4">
                      {work}
                    </a>
                  )}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {isExample && <ExampleContent className="mt-6" />}
    </Section>
  );
}

const voiceOf = (review: LandingFacts["reviews"][number]): Voice => ({
  words: review.text,
  name: review.authorName,
  work: `${review.productTitle} by ${review.creatorName}`,
  href: `/u/${review.creatorHandle}`,
});
