import { Section } from "./section.tsx";

const testimonials = [
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

export function Testimonials() {
  return (
    <Section
      eyebrow="Testimonials"
      title="What creators could say"
      lead="Examples: these people and their words are invented."
    >
      <ul className="grid gap-4 md:grid-cols-3">
        {testimonials.map(({ words, name, work }) => (
          <li key={name}>
            <figure className="flex h-full flex-col rounded-2xl border border-border bg-card p-6 shadow-sm">
              <blockquote className="grow text-lg leading-snug">“{words}”</blockquote>
              <figcaption className="mt-6 flex items-center gap-3 text-sm">
                <span aria-hidden="true" className="portrait size-10 rounded-full" />
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="text-muted-foreground">{work}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
