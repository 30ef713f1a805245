import { useQuery } from "@tanstack/react-query";
import { CloudOff, Store } from "lucide-react";
import type { ReactNode } from "react";
import { isolated } from "#contract/isolated.ts";
import { type DashboardStats, getDashboardStats } from "#contract/orders/orders.ts";
import { apiQuery } from "#web/api.ts";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ChecklistCard } from "./checklist-card.tsx";
import { type HomeNow, homeQuery } from "./home-queries.ts";
import { HomeSkeleton } from "./home-skeleton.tsx";
import { LatestSalesCard } from "./latest-sales-card.tsx";
import { type LaunchTask, launchTasks } from "./launch-checklist.ts";
import { MoneyCard } from "./money-card.tsx";
import { NeedsCard } from "./needs-card.tsx";
import { NextStepsCard } from "./next-steps-card.tsx";
import { nextSteps } from "./next-steps.ts";
import { QuickStatsCard } from "./quick-stats-card.tsx";
import { ShareStoreCard } from "./share-store-card.tsx";
import { SuggestionCard } from "./suggestion-card.tsx";
import { TodayCard } from "./today-card.tsx";

type HomePageProps = {
  user: CurrentUser;
  origin: string;
  /** The card about what answers the creator's messages. */
  social: ReactNode;
  /** What stands above everything else, where something is to be celebrated. */
  celebration: ReactNode;
};

/** The signed-in home: what happened today and what waits, how far the store is, and what to do next. */
export function HomePage({ user, origin, social, celebration }: HomePageProps) {
  const isOwner = user.role === "OWNER";
  const stats = useQuery(apiQuery(getDashboardStats));
  const home = useQuery(homeQuery);
  const failed = [stats, home].find(({ data, isError }) => !data && isError);
  return (
    <>
      <PageHeading
        title={`${user.hasSold ? "Welcome back" : "Welcome"}${user.firstName && isOwner ? `, ${isolated(user.firstName)}` : ""}!`}
        description={`Here is where ${isOwner ? "your store" : `@${user.handle}`} stands today.`}
        actions={
          <LinkButton href={`/u/${user.handle || "demo"}`}>
            <Store aria-hidden="true" /> View My Store
          </LinkButton>
        }
      />
      {celebration}
      {failed ? (
        <LoadFailure
          icon={CloudOff}
          title="Your figures could not be loaded"
          level={2}
          error={failed.error}
          retry={() => void Promise.all([stats.refetch(), home.refetch()])}
        />
      ) : !stats.data || !home.data ? (
        <HomeSkeleton />
      ) : (
        <HomeCards
          user={user}
          origin={origin}
          social={social}
          tasks={launchTasks(user, stats.data)}
          stats={stats.data}
          now={home.data}
        />
      )}
    </>
  );
}

type HomeCardsProps = Pick<HomePageProps, "user" | "origin" | "social"> & {
  tasks: LaunchTask[];
  stats: DashboardStats;
  now: HomeNow;
};

/** Before anything is sold or waits there is the launch; afterwards the day comes first, and a launch that is done folds away. */
function HomeCards({ user, origin, social, tasks, stats, now }: HomeCardsProps) {
  const { needs, latest, money, suggestion } = now;
  const hasSold = latest.length > 0;
  const checklist = <ChecklistCard tasks={tasks} />;
  const isLaunched = tasks.every(({ done }) => done);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {hasSold && <TodayCard now={now} />}
        {(hasSold || needs.length > 0) && <NeedsCard needs={needs} />}
        {!isLaunched && checklist}
        {hasSold && <LatestSalesCard now={now} />}
        {suggestion && <SuggestionCard suggestion={suggestion} />}
        <NextStepsCard steps={nextSteps(user, stats)} />
        {isLaunched && checklist}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <QuickStatsCard stats={stats} />
        {user.role === "OWNER" && money.balances.length > 0 && <MoneyCard money={money} />}
        <ShareStoreCard handle={user.handle} origin={origin} />
        {social}
      </div>
    </div>
  );
}
