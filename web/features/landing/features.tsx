import {
  BarChart3,
  CreditCard,
  GraduationCap,
  HandCoins,
  MessageCircle,
  Smartphone,
  Store,
} from "lucide-react";
import { classNames } from "#web/ui/class-names.ts";
import { Section } from "./section.tsx";

const features = [
  {
    icon: MessageCircle,
    title: "DM automation",
    text: "A fan writes a keyword, the reply with the right product link is there before they put the phone down. One reply per message, never against a platform's rules.",
    wide: true,
  },
  {
    icon: Store,
    title: "Storefronts",
    text: "One link for everything you sell. It opens at once, even on a train, because it ships no scripts.",
  },
  {
    icon: CreditCard,
    title: "One-click checkout",
    text: "Cards on one page, order bumps beside them, upsells with a single tap after.",
  },
  {
    icon: GraduationCap,
    title: "Course platform",
    text: "Modules, video and text lessons, free previews, and progress your students can trust.",
  },
  {
    icon: BarChart3,
    title: "Analytics",
    text: "Your revenue, and the exact keyword or DM that led to a sale. Measured, never guessed.",
  },
  {
    icon: HandCoins,
    title: "Affiliates",
    text: "Give partners a link, pay a commission on what it sells, hold it until refunds are past.",
  },
  {
    icon: Smartphone,
    title: "Mobile-first",
    text: "Made for a thumb inside a social app: big targets, short forms, pages of a few kilobytes. Your own dashboard fits the phone too.",
    wide: true,
  },
];

export function Features() {
  return (
    <Section
      id="features"
      eyebrow="Features"
      title="Everything between “love this!” and “paid”"
      lead="The store, the checkout, the lessons and the replies know each other, so nothing falls between them."
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ icon: Icon, title, text, wide }) => (
          <li
            key={title}
            className={classNames(
              "rounded-2xl border border-border bg-card p-6 shadow-sm",
              wide && "sm:col-span-2",
            )}
          >
            <Icon className="size-6 text-brand" aria-hidden="true" />
            <h3 className="mt-4 text-lg font-semibold">{title}</h3>
            <p className="mt-1.5 text-muted-foreground">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
