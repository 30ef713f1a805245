import { Dialog } from "@base-ui/react/dialog";
import { Link, useRouterState } from "@tanstack/react-router";
import { LogOut, Menu, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { User } from "#contract/accounts/accounts.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { backdropStyle } from "#web/ui/dialog-style.ts";
import { Logo } from "#web/ui/logo.tsx";
import { TooltipProvider } from "#web/ui/tooltip.tsx";
import { navigation } from "./navigation.ts";
import { NotificationBell } from "./notifications/notification-bell.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

type Person = Pick<User, "handle" | "firstName" | "email" | "profileImageUrl" | "isAffiliate" | "plan">;

/** The signed-in shell: the sidebar beside the page, or behind a button on a phone. */
export function SignedInLayout({ user, children }: { user: Person; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <TooltipProvider>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-lg focus:bg-primary focus:px-4 focus:py-2 focus:text-sm focus:text-primary-foreground"
      >
        Skip to content
      </a>
      <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <header className="sticky top-0 z-30 flex items-center justify-between border-b border-border bg-background/90 px-4 py-2.5 backdrop-blur lg:hidden">
          <Logo />
          <div className="flex items-center gap-1">
            <NotificationBell />
            <button
              type="button"
              onClick={() => setOpen(true)}
              aria-label="Open menu"
              className={buttonStyle("ghost", "icon")}
            >
              <Menu aria-hidden="true" />
            </button>
          </div>
        </header>
        <aside className="sticky top-0 hidden h-dvh border-r border-border bg-card/60 lg:block">
          <Sidebar user={user} bell={<NotificationBell />} />
        </aside>
        <main id="main" className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:px-10 lg:py-10">
          {children}
        </main>
      </div>
      <Dialog.Root open={open} onOpenChange={(next) => setOpen(next)}>
        <Dialog.Portal>
          <Dialog.Backdrop className={backdropStyle} />
          <Dialog.Popup className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r border-border bg-card shadow-lg transition-transform duration-200 ease-out outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Dialog.Close
              aria-label="Close menu"
              className={buttonStyle("ghost", "icon", "absolute top-2.5 right-2.5")}
            >
              <X aria-hidden="true" />
            </Dialog.Close>
            <Sidebar user={user} onNavigate={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </TooltipProvider>
  );
}

type SidebarProps = { user: Person; bell?: ReactNode; onNavigate?: () => void };

function Sidebar({ user, bell, onNavigate }: SidebarProps) {
  const location = useRouterState({ select: (state) => state.location });
  const tab = new URLSearchParams(location.searchStr).get("tab") ?? "products";
  return (
    <div className="flex h-full flex-col px-3 pt-5 pb-4">
      <div className="flex items-center justify-between pr-0.5 pl-2.5">
        <Logo />
        {bell}
      </div>
      <nav aria-label="Main" className="mt-8 grid gap-0.5">
        {entriesFor(user).map((item) => {
          const { label, icon: Icon, leavesApp } = item;
          const current = item.isCurrent(location.pathname, tab) && { "aria-current": "page" as const };
          const content = (
            <>
              <Icon aria-hidden="true" />
              {label}
            </>
          );
          return leavesApp ? (
            <a key={label} href={item.href(user.handle)} className={entryStyle} {...current}>
              {content}
            </a>
          ) : (
            <Link
              key={label}
              to={item.href(user.handle)}
              activeOptions={{ exact: true }}
              onClick={onNavigate}
              className={entryStyle}
              {...current}
            >
              {content}
            </Link>
          );
        })}
      </nav>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <ThemeToggle className={entryStyle} />
        <a href="/api/logout" className={entryStyle}>
          <LogOut aria-hidden="true" />
          Sign Out
        </a>
        <div className="mt-3 border-t border-border pt-3">
          <Link
            to="/account"
            onClick={onNavigate}
            className="flex items-center gap-3 rounded-lg px-2.5 py-2 transition-colors hover:bg-accent aria-[current]:bg-accent"
            {...(location.pathname === "/account" && { "aria-current": "page" as const })}
          >
            <Avatar user={user} />
            <span className="min-w-0 text-sm leading-snug">
              <span className="block truncate font-medium">{user.firstName || user.email || "Creator"}</span>
              <span className="block truncate text-muted-foreground">
                {user.handle ? `@${user.handle}` : "No handle yet"}
              </span>
            </span>
            {user.plan && (
              <span className="ml-auto rounded-full bg-brand-soft px-2 py-0.5 text-xs font-medium whitespace-nowrap text-brand-soft-foreground">
                {planNames[user.plan]}
              </span>
            )}
          </Link>
        </div>
      </div>
    </div>
  );
}

/** The trial is of Pro, and still paid by nobody. */
const planNames = { STARTER: "Free Plan", PRO: "Pro", ENTERPRISE: "Enterprise" };

const entriesFor = ({ isAffiliate }: Person) =>
  navigation.filter(({ forAffiliates }) => isAffiliate || !forAffiliates);

function Avatar({ user }: { user: Person }) {
  if (user.profileImageUrl) {
    return (
      <img
        src={user.profileImageUrl}
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
      {(user.firstName || user.email || "C").slice(0, 1).toUpperCase()}
    </span>
  );
}

const entryStyle =
  "flex w-full items-center gap-3 rounded-lg px-2.5 py-2 text-left text-sm font-medium text-muted-foreground transition-colors hover:bg-accent hover:text-foreground aria-[current]:bg-accent aria-[current]:text-foreground aria-[current]:[&_svg]:text-brand pointer-coarse:py-3 [&_svg]:size-4.5 [&_svg]:shrink-0";
