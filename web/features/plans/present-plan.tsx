import { planTerms } from "#contract/plans/plan-terms.ts";
import { longDayText } from "#contract/dates.ts";
import { trialLeftText } from "#web/layout/trial-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Progress } from "#web/ui/progress.tsx";
import type { MyPlan } from "./plan-query.ts";

/** The plan that holds, and how much of what it limits is used. */
export function PresentPlan({ plan }: { plan: MyPlan }) {
  const zone = useZone();
  const { trialEndsAt, trialDaysLeft, isGiven, membership, products, replies } = plan;
  const { name } = planTerms[plan.plan];
  const about = trialEndsAt
    ? `Your free trial of Pro ends on ${longDayText(trialEndsAt, zone)}. After it you have Starter, and nothing is deleted.`
    : isGiven
      ? "The operator of this site has given it to you. There is nothing to pay."
      : plan.plan === "STARTER"
        ? "It costs nothing, for as long as you like."
        : membership?.endsAt
          ? `Canceled. You have ${name} until ${longDayText(membership.endsAt, zone)}, then Starter. Nothing is deleted.`
          : "Paid by the month, until you cancel.";
  return (
    <Card>
      <CardHeader
        title={`Your plan: ${name}`}
        description={about}
        action={trialEndsAt && <Badge tone="info">{trialLeftText(trialDaysLeft)}</Badge>}
      />
      <CardBody className="grid gap-5 sm:grid-cols-2">
        <Use label="Products on sale" {...products} />
        <Use label="Automatic replies this month" {...replies} />
      </CardBody>
    </Card>
  );
}

function Use({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const count = used.toLocaleString("en-US");
  return (
    <div className="grid content-start gap-1.5 text-sm">
      <p className="flex justify-between gap-3">
        <span className="text-muted-foreground">{label}</span>
        <span className="font-medium tabular-nums">
          {limit === null ? `${count}, no limit` : `${count} of ${limit.toLocaleString("en-US")}`}
        </span>
      </p>
      {limit !== null && <Progress value={used} max={limit} label={label} className="h-1.5" />}
      {limit !== null && used > limit && (
        <p className="text-muted-foreground">What is there stays; more takes Pro.</p>
      )}
    </div>
  );
}
