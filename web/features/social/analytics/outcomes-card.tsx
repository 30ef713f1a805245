import { Link } from "@tanstack/react-router";
import { outcomeReason, outcomeTexts } from "#web/features/social/outcome-texts.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Progress } from "#web/ui/progress.tsx";
import type { Analytics } from "./analytics-query.ts";
import { countText, rateText } from "./figure-texts.ts";
import { useZone } from "#web/ui/dates.ts";

/** How everything that came in ended, with the reason where it was not answered. */
export function OutcomesCard({ outcomes }: Pick<Analytics, "outcomes">) {
  const zone = useZone();
  const all = outcomes.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card>
      <CardHeader
        title="How messages ended"
        description="Every message, comment and follow, and why some were not answered."
        action={
          <Link
            to="/social"
            search={{ tab: "conversations", view: "activity" } as never}
            className="text-sm underline underline-offset-4"
          >
            See them all
          </Link>
        }
      />
      <CardBody>
        <ul className="grid gap-4">
          {outcomes.map(({ outcome, count }) => {
            const { label } = outcomeTexts[outcome];
            const reason = outcomeReason({ outcome }, zone);
            return (
              <li key={outcome} className="grid gap-1.5 text-sm">
                <div className="flex items-baseline justify-between gap-3">
                  <span className="font-medium">{label}</span>
                  <span className="whitespace-nowrap tabular-nums">
                    {countText(count)}{" "}
                    <span className="text-muted-foreground">({rateText(count / all)})</span>
                  </span>
                </div>
                <Progress
                  value={count}
                  max={all}
                  label={label}
                  className={classNames("h-1.5", outcome !== "SENT" && "opacity-60")}
                />
                {reason !== label && <p className="text-muted-foreground">{reason}.</p>}
              </li>
            );
          })}
        </ul>
      </CardBody>
    </Card>
  );
}
