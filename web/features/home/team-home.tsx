import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CloudOff, Store } from "lucide-react";
import { roleWords } from "#contract/team/role-words.ts";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { navigationFor } from "#web/layout/navigation.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { needsQuery } from "./home-queries.ts";
import { NeedsCard } from "./needs-card.tsx";
import { rowLinkStyle } from "./row-link-style.ts";

/** The home of somebody on a store's team who sees no money: what waits for them, and where they work. */
export function TeamHome({ user }: { user: CurrentUser }) {
  const needs = useQuery(needsQuery);
  const places = navigationFor(user)
    .flatMap(({ items }) => items)
    .filter(({ label, leavesApp }) => label !== "Home" && !leavesApp);
  return (
    <>
      <PageHeading
        title={`@${user.handle}`}
        description={
          user.role === "OWNER" ? undefined : `You are on this store's team. ${roleWords[user.role].may}`
        }
        actions={
          <LinkButton href={`/u/${user.handle}`}>
            <Store aria-hidden="true" /> View the store
          </LinkButton>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {needs.data ? (
          <NeedsCard needs={needs.data.needs} />
        ) : needs.isError ? (
          <LoadFailure
            icon={CloudOff}
            title="What waits could not be loaded"
            level={2}
            error={needs.error}
            retry={() => void needs.refetch()}
          />
        ) : (
          <Skeleton className="h-64 w-full rounded-2xl" />
        )}
        <Card>
          <CardHeader title="Where you work" />
          <ul className="grid gap-1 p-3 sm:p-4">
            {places.map(({ label, icon: Icon, href }) => (
              <li key={label}>
                <Link to={href(user)} className={rowLinkStyle}>
                  <Icon className="size-4.5 shrink-0 text-muted-foreground" aria-hidden="true" />
                  <span className="text-sm font-medium">{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}
