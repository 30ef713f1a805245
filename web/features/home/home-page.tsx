import { useQuery } from "@tanstack/react-query";
import { ChevronRight, CloudOff, Store } from "lucide-react";
import type { ReactNode } from "react";
import { type DashboardStats, getDashboardStats } from "#contract/orders/orders.ts";
import { apiQuery } from "#web/api.ts";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { ChecklistCard } from "./checklist-card.tsx";
import { HomeSkeleton } from "./home-skeleton.tsx";
import { launchTasks } from "./launch-checklist.ts";
import { type NextStep, nextSteps } from "./next-steps.ts";
import { ShareStoreCard } from "./share-store-card.tsx";
import { Link } from "@tanstack/react-router";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";

type HomePageProps = {
  user: CurrentUser;
  origin: string;
  /** The card about what answers the creator's messages. */
  social: ReactNode;
  /** What stands above everything else, where something is to be celebrated. */
  celebration: ReactNode;
};

/** The signed-in home: how far the store is, how it is doing, and what to do next. */
export function HomePage({ user, origin, social, celebration }: HomePageProps) {
  const { data: stats, isError, error, refetch } = useQuery(apiQuery(getDashboardStats));
  return (
    <>
      <PageHeading
        title={user.firstName ? `Welcome back, ${user.firstName}!` : "Welcome back!"}
        description="Here is where your store stands today."
        actions={
          <LinkButton href={`/u/${user.handle || "demo"}`}>
            <Store aria-hidden="true" /> View My Store
          </LinkButton>
        }
      />
      {celebration}
      {isError ? (
        <LoadFailure
          icon={CloudOff}
          title="Your figures could not be loaded"
          level={2}
          error={error}
          retry={() => void refetch()}
        />
      ) : !stats ? (
        <HomeSkeleton />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <ChecklistCard tasks={launchTasks(user, stats)} />
            <NextStepsCard steps={nextSteps(user, stats)} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <QuickStatsCard stats={stats} />
            <ShareStoreCard handle={user.handle} origin={origin} />
            {social}
          </div>
        </div>
      )}
    </>
  );
}

/** What is most worth doing next. */
function NextStepsCard({ steps }: { steps: readonly NextStep[] }) {
  return (
    <Card>
      <CardHeader title="Recommended Next Steps" />
      <ul className="grid gap-1 p-3 sm:p-4">
        {steps.map((step) => (
          <li key={step.id}>
            <StepLink step={step}>
              <span className="grid min-w-0 grow gap-0.5">
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
  const style =
    "flex items-center gap-3 rounded-xl px-2 py-2.5 transition-colors hover:bg-accent focus-visible:-outline-offset-2";
  return step.external ? (
    <a href={step.href} className={style}>
      {children}
    </a>
  ) : (
    <Link to={step.href} className={style}>
      {children}
    </Link>
  );
}

/** What the store has earned and sold so far. */
function QuickStatsCard({ stats }: { stats: DashboardStats }) {
  const figures = [
    { label: "Total Revenue", value: formatMoney(stats.totalRevenue) },
    { label: "Total Orders", value: count(stats.totalOrders) },
    { label: "Products", value: count(stats.products.length) },
    { label: "Active Students", value: count(stats.activeStudents) },
  ];
  return (
    <Card>
      <CardHeader
        title="Quick Stats"
        action={
          <Link
            to="/admin"
            className="rounded-sm text-sm font-medium text-brand-soft-foreground underline-offset-4 hover:underline pointer-coarse:py-3"
          >
            All figures
          </Link>
        }
      />
      <CardBody>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-5">
          {figures.map(({ label, value }) => (
            <div key={label} className="grid gap-0.5">
              <dt className="text-sm text-muted-foreground">{label}</dt>
              <dd className="truncate text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}

const count = (number: number) => number.toLocaleString("en-US");
