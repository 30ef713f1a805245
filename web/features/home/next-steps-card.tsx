import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Card, CardHeader } from "#web/ui/card.tsx";
import type { NextStep } from "./next-steps.ts";
import { rowLinkStyle } from "./row-link-style.ts";

/** What is most worth doing next. */
export function NextStepsCard({ steps }: { steps: readonly NextStep[] }) {
  return (
    <Card>
      <CardHeader title="Recommended Next Steps" />
      <ul className="grid grid-cols-1 gap-1 p-3 sm:p-4">
        {steps.map((step) => (
          <li key={step.id}>
            <StepLink step={step}>
              <span className="grid min-w-0 grow gap-0.5 wrap-anywhere">
                <span className="text-sm font-medium">{step.title}</span>
                <span className="text-sm text-muted-foreground">{step.description}</span>
              </span>
              <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
            </StepLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function StepLink({ step, children }: { step: NextStep; children: ReactNode }) {
  return step.external ? (
    <a href={step.href} className={rowLinkStyle}>
      {children}
    </a>
  ) : (
    <Link to={step.href} className={rowLinkStyle}>
      {children}
    </Link>
  );
}
