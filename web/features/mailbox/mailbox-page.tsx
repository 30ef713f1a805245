import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Inbox, Search } from "lucide-react";
import { useRef } from "react";
import { listMailboxEntries } from "#contract/dev/mailbox.ts";
import { apiQuery } from "#web/api.ts";
import { ThemeToggle } from "#web/layout/theme-toggle.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { LogoMark } from "#web/ui/logo.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MailList } from "./mail-list.tsx";
import { MailView } from "./mail-view.tsx";
import { useMailboxKeys } from "./mailbox-keys.ts";
import { ShopClock } from "./shop-clock.tsx";

type MailboxPageProps = {
  openId: string | undefined;
  search: string;
  onSearch: (search: string) => void;
  onOpen: (id: string | undefined) => void;
};

/** Every mail the store has sent in local mode, the newest first, refreshed while it is open. */
export function MailboxPage({ openId, search, onSearch, onOpen }: MailboxPageProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  const { data: entries, isError } = useQuery({
    ...apiQuery(listMailboxEntries, { querystring: { search: search || undefined } }),
    refetchInterval: 2_000,
    placeholderData: keepPreviousData,
  });
  // A wide screen always shows a mail: the newest until one is chosen.
  const shownId = openId ?? entries?.[0]?.id;
  useMailboxKeys({ ids: entries?.map(({ id }) => id) ?? [], shownId, onOpen, searchBox });

  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <header className="flex flex-wrap items-center gap-3 border-b border-border px-4 py-3 sm:px-6">
        <a href="/" aria-label="Openstall home" className="flex rounded-lg py-1.5">
          <LogoMark />
        </a>
        <h1 className="text-lg font-semibold">Mailbox</h1>
        <Badge tone="info">Local mode</Badge>
        <ThemeToggle className={buttonStyle("ghost", "sm", "-mr-3 ml-auto")} />
      </header>
      <ShopClock />
      <main className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] lg:grid-cols-[24rem_minmax(0,1fr)]">
        <section
          aria-label="Mails"
          className={classNames(
            "min-h-0 flex-col border-border lg:flex lg:border-r",
            openId ? "hidden" : "flex",
          )}
        >
          <div className="grid gap-2 border-b border-border p-4">
            <Input
              ref={searchBox}
              type="search"
              aria-label="Search by address"
              placeholder="Search by address"
              prefix={<Search />}
              value={search}
              onChange={(event) => onSearch(event.target.value)}
            />
            <div className="flex justify-between gap-4 text-xs text-muted-foreground">
              <p role="status">
                {isError ? "The store does not answer. Trying again…" : countOf(entries?.length)}
              </p>
              <p className="hidden lg:block">↑ ↓ to move, / to search</p>
            </div>
          </div>
          {!entries && !isError && <ListSkeleton />}
          {entries?.length === 0 && <NoMail search={search} />}
          {entries && entries.length > 0 && (
            <MailList entries={entries} shownId={shownId} openId={openId} onOpen={onOpen} />
          )}
        </section>
        <section
          aria-label="Mail"
          className={classNames("min-h-0 min-w-0 lg:block lg:overflow-y-auto", openId ? "block" : "hidden")}
        >
          {shownId && <MailView key={shownId} id={shownId} onBack={() => onOpen(undefined)} />}
        </section>
      </main>
    </div>
  );
}

function countOf(count: number | undefined) {
  if (count === undefined) return "Opening the mailbox…";
  if (count >= 100) return "The newest 100 mails";
  return count === 1 ? "1 mail" : `${count} mails`;
}

function NoMail({ search }: { search: string }) {
  if (search)
    return (
      <EmptyState icon={Search} level={2} title="No mail to such an address">
        No address contains “{search}”.
      </EmptyState>
    );
  return (
    <EmptyState icon={Inbox} level={2} title="No mail yet">
      Sign-in codes and receipts land here the moment the store sends them.
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-4 p-4">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}
