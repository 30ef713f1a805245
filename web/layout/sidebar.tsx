import { Link } from "@tanstack/react-router";
import { LogOut, Search } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { CurrentUser } from "./current-user.ts";
import { roleNames } from "#contract/team/roles.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { type NavigationItem, navigationFor, type Place } from "./navigation.ts";
import { planPath } from "#contract/plans/plan-path.ts";
import { ThemeToggle } from "./theme-toggle.tsx";
import { trialLeftText } from "./trial-text.ts";
import { usePlace } from "./use-place.ts";

// Most work for their own store alone.
const StoreSwitcher = loadable(
  async () => (await import("./store-switcher/store-switcher.tsx")).StoreSwitcher,
  undefined,
  "store-switcher",
);

export type Person = Pick<
  CurrentUser,
  | "handle"
  | "hasStore"
  | "personName"
  | "email"
  | "personImageUrl"
  | "isAffiliate"
  | "plan"
  | "trialDaysLeft"
  | "deletesAt"
  | "suspendedFor"
  | "isOperator"
  | "role"
  | "hasTeams"
>;

type SidebarProps = { user: Person; bell?: ReactNode; onSearch: () => void; onNavigate?: () => void };

/** Every place of the signed-in half, in groups; beside the page, or in a sheet on a phone. */
export function Sidebar({ user, bell, onSearch, onNavigate }: SidebarProps) {
  const place = usePlace();
  return (
    <div className="flex h-full flex-col pt-5 pb-3">
      <div className="flex items-center justify-between pr-3.5 pl-5.5">
        <Logo />
        {bell}
      </div>
      <div className="px-3 pt-5">
        <button type="button" onClick={onSearch} className={searchStyle}>
          <Search aria-hidden="true" />
          Search
          <kbd aria-hidden="true" className="ml-auto font-sans text-xs pointer-coarse:hidden">
            ⌘K
          </kbd>
        </button>
      </div>
      <nav aria-label="Main" className="mt-3 min-h-0 grow overflow-y-auto px-3 pb-2">
        {navigationFor(user).map(({ label, items }, index) => (
          <div key={label ?? index} className="grid gap-px pb-3">
            {label && (
              <p aria-hidden="true" className="px-2.5 pt-1 pb-1 text-xs font-medium text-muted-foreground">
                {label}
              </p>
            )}
            {items.map((item) => (
              <Entry key={item.label} item={item} user={user} place={place} onNavigate={onNavigate} />
            ))}
          </div>
        ))}
      </nav>
      <div className="mx-3 grid grid-cols-[minmax(0,1fr)] border-t border-border pt-2">
        <div className="grid grid-cols-2">
          <ThemeToggle className={smallEntryStyle} />
          <a href="/api/logout" className={smallEntryStyle}>
            <LogOut aria-hidden="true" />
            Sign Out
          </a>
        </div>
        <div className="mt-1">
          <Link
            to="/account"
            onClick={onNavigate}
            className="flex items-center gap-3 rounded-lg px-2.5 py-2 transition-colors hover:bg-accent aria-[current]:bg-accent"
            {...(place.pathname === "/account" && { "aria-current": "page" as const })}
          >
            <Avatar user={user} />
            <span className="min-w-0 text-sm leading-snug">
              <span dir="auto" className="block truncate font-medium">
                {user.personName || user.email || "Creator"}
              </span>
              <span className="block truncate text-muted-foreground">
                {user.role !== "OWNER" && `${roleNames[user.role]} of `}
                {user.hasStore ? `@${user.handle}` : "Your account"}
              </span>
            </span>
          </Link>
          {user.hasTeams && (
            <Suspense fallback={<div className="h-9 pointer-coarse:h-12" />}>
              <StoreSwitcher className={smallEntryStyle} />
            </Suspense>
          )}
          {user.plan && (
            <PlanLabel
              plan={user.plan}
              trialDaysLeft={user.trialDaysLeft}
              isCurrent={place.pathname === "/admin" && place.tab === "settings" && place.view === "plan"}
              onNavigate={onNavigate}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** The trial is of Pro, and still paid by nobody. */
const planNames = { STARTER: "Free Plan", PRO: "Pro", ENTERPRISE: "Enterprise" };

type PlanLabelProps = {
  plan: keyof typeof planNames;
  trialDaysLeft: number;
  isCurrent: boolean;
  onNavigate: (() => void) | undefined;
};

/** What the creator's plan is, and how long a trial goes on; leads to it. */
function PlanLabel({ plan, trialDaysLeft, isCurrent, onNavigate }: PlanLabelProps) {
  return (
    <Link
      to={planPath}
      activeOptions={{ exact: true }}
      onClick={onNavigate}
      className="flex items-center gap-2 rounded-lg px-2.5 py-1.5 text-xs text-muted-foreground transition-colors hover:bg-accent hover:text-foreground aria-[current]:bg-accent pointer-coarse:py-3"
      {...(isCurrent && { "aria-current": "page" as const })}
    >
      <span className="rounded-full bg-brand-soft px-2 py-0.5 font-medium whitespace-nowrap text-brand-soft-foreground">
        {planNames[plan]}
      </span>
      {trialDaysLeft > 0 && <span className="truncate">{trialLeftText(trialDaysLeft)}</span>}
    </Link>
  );
}

type EntryProps = {
  item: NavigationItem;
  user: Person;
  place: Place;
  onNavigate: (() => void) | undefined;
};

function Entry({ item, user, place, onNavigate }: EntryProps) {
  const { label, icon: Icon, leavesApp } = item;
  const current = item.isCurrent(place) && { "aria-current": "page" as const, ref: intoSight };
  const content = (
    <>
      <Icon aria-hidden="true" />
      {label}
    </>
  );
  return leavesApp ? (
    <a href={item.href(user)} className={entryStyle} {...current}>
      {content}
    </a>
  ) : (
    <Link
      to={item.href(user)}
      activeOptions={{ exact: true }}
      onClick={onNavigate}
      className={entryStyle}
      {...current}
    >
      {content}
    </Link>
  );
}

/** A low window has no room for all places: the open one is always among those it shows. */
const intoSight = (entry: HTMLElement | null) => entry?.scrollIntoView({ block: "nearest" });

function Avatar({ user }: { user: Person }) {
  if (user.personImageUrl) {
    return (
      <img
        src={user.personImageUrl}
        alt=""
        width={36}
        height={36}
        className="size-9 rounded-full object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-secondary text-sm font-semibold"
    >
      {(user.personName || user.email || "C").slice(0, 1).toUpperCase()}
    </span>
  );
}

const entryStyle =
  "flex w-full items-center gap-3 rounded-lg px-2.5 py-1.5 text-left text-sm font-medium text-muted-foreground transition-colors hover:bg-accent hover:text-foreground aria-[current]:bg-accent aria-[current]:text-foreground aria-[current]:[&_svg]:text-brand pointer-coarse:py-3 [&_svg]:size-4.5 [&_svg]:shrink-0";

const smallEntryStyle =
  "flex items-center gap-2 rounded-lg px-2.5 py-1.5 text-left text-sm whitespace-nowrap text-muted-foreground transition-colors hover:bg-accent hover:text-foreground pointer-coarse:py-3 [&_svg]:size-4 [&_svg]:shrink-0";

const searchStyle =
  "flex w-full items-center gap-3 rounded-lg border border-input bg-card px-2.5 py-1.5 text-left text-sm text-muted-foreground shadow-xs transition-colors hover:bg-accent hover:text-foreground pointer-coarse:py-3 [&_svg]:size-4 [&_svg]:shrink-0";
