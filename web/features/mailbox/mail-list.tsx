import type { MailboxEntry } from "#contract/dev/mailbox.ts";
import { classNames } from "#web/ui/class-names.ts";
import { clockText, dayOf, dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { shopNow } from "#web/shop-now.ts";

/** As it travels: moments are ISO text. */
type Entry = Omit<MailboxEntry, "sentAt"> & { sentAt: string };

type MailListProps = {
  entries: Entry[];
  /** The mail that a wide screen shows. */
  shownId: string | undefined;
  /** The mail that was chosen; it stays in sight. */
  openId: string | undefined;
  onOpen: (id: string) => void;
};

export function MailList({ entries, shownId, openId, onOpen }: MailListProps) {
  const zone = useZone();
  return (
    <ul className="min-h-0 grow overflow-y-auto">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-border">
          <button
            ref={entry.id === openId ? scrollIntoView : undefined}
            type="button"
            aria-current={entry.id === shownId ? "true" : undefined}
            onClick={() => onOpen(entry.id)}
            className={classNames(
              "grid w-full grid-cols-[minmax(0,1fr)] gap-1 border-l-3 border-transparent px-4 py-3 text-left hover:bg-accent focus-visible:-outline-offset-2",
              entry.id === shownId && "lg:border-brand lg:bg-accent",
            )}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="truncate text-sm font-medium">{entry.to}</span>
              <time dateTime={entry.sentAt} className="shrink-0 text-xs text-muted-foreground tabular-nums">
                {timeOf(entry.sentAt, zone)}
              </time>
            </span>
            <span className="flex items-center justify-between gap-3">
              <span dir="auto" className="truncate text-sm">
                {entry.subject}
              </span>
              {entry.code && (
                <span className="shrink-0 rounded-md bg-brand-soft px-2 py-0.5 font-mono text-sm font-semibold text-brand-soft-foreground">
                  {entry.code}
                </span>
              )}
            </span>
            <span className="truncate text-xs text-muted-foreground">{entry.preview}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const scrollIntoView = (chosen: HTMLElement | null) => void chosen?.scrollIntoView({ block: "nearest" });

/** The time of a mail of today, the day of an older one. */
const timeOf = (sentAt: string, zone: string) =>
  dayOf(new Date(sentAt), zone) === dayOf(shopNow(), zone) ? clockText(sentAt, zone) : dayText(sentAt, zone);
