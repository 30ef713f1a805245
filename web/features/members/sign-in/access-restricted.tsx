import { CheckCircle2, Lock } from "lucide-react";
import { Card } from "#web/ui/card.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

const benefits = ["Exclusive downloads", "Weekly live sessions", "Private community", "Priority support"];

/** What a membership opens, for whoever has named an address and not proved it. */
export function AccessRestricted() {
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-soft-foreground">
          <Lock className="size-5" aria-hidden="true" />
        </span>
        <h2 className="text-base font-semibold">Access Restricted</h2>
      </div>
      <p className="text-sm text-muted-foreground">What a membership can bring you:</p>
      <ul className="grid gap-2 text-sm">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-center gap-2.5">
            <CheckCircle2 className="size-4.5 shrink-0 text-brand" aria-hidden="true" />
            {benefit}
          </li>
        ))}
      </ul>
      <LinkButton href="/u/demo" variant="outline" className="pointer-coarse:h-11">
        Join Premium Membership
      </LinkButton>
    </Card>
  );
}
