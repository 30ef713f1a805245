import { AtSign, Camera, type LucideIcon, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";

const claims = [
  { figure: "24/7", label: "Automated responses" },
  { figure: "One", label: "Answer to each message, never two" },
  { figure: "24 h", label: "Automatic replies stay within the platform's window" },
];

const steps = [
  {
    title: "Connect an account",
    text: "Your own, or a made-up one in Demo Mode to try everything first.",
  },
  {
    title: "Choose your keywords",
    text: "“GUIDE” in a message or comment is answered at once, with a link to your product.",
  },
  {
    title: "See what each one earns",
    text: "Clicks, orders and revenue are counted for every keyword.",
  },
];

const supported: [LucideIcon, string][] = [
  [Camera, "Instagram DM automation"],
  [AtSign, "Twitter DM automation"],
  [MessageCircle, "Facebook Messenger"],
];

/** What stands here before the first account: what it is good for, and how it begins. */
export function WelcomeCard({ action }: { action: ReactNode }) {
  return (
    <Card className="grid gap-8 p-5 sm:p-8">
      <div className="grid justify-items-start gap-2">
        <h2 className="text-xl font-semibold tracking-tight">Let your DMs sell for you</h2>
        <p className="max-w-prose text-muted-foreground">
          A fan writes a keyword; one answer goes out within the platform's rules, with the link to what you
          sell.
        </p>
        <div className="mt-3">{action}</div>
      </div>
      <dl className="grid grid-cols-3 gap-3 border-y border-border py-6 sm:gap-6">
        {claims.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-0.5">
            <dt className="text-xs text-muted-foreground sm:text-sm">{label}</dt>
            <dd className="text-2xl font-semibold tracking-tight text-brand-soft-foreground sm:text-3xl">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-4">
        <h3 className="font-semibold">How it works</h3>
        <ol className="grid gap-5 md:grid-cols-3 md:gap-6">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-3 md:grid md:content-start">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand-soft-foreground"
              >
                {index + 1}
              </span>
              <div className="grid gap-0.5 text-sm">
                <p className="font-medium">{title}</p>
                <p className="text-muted-foreground">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <div className="grid gap-3">
        <h3 className="font-semibold">Supported platforms</h3>
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {supported.map(([Icon, name]) => (
            <li key={name} className="flex items-center gap-2 text-sm">
              <Icon aria-hidden="true" className="size-4 text-brand" />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
