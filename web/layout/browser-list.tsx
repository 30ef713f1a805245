import { Monitor, Smartphone } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { errorMessage } from "#web/api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { timeAgo } from "#web/ui/dates.ts";
import { toast } from "#web/ui/toast.ts";
import { browserName, isPhone } from "#contract/accounts/browser-name.ts";

// Few sign another browser out.
const ConfirmDialog = loadable(async () => (await import("#web/ui/confirm-dialog.tsx")).ConfirmDialog);

type ListedBrowser = { id: string; current: boolean; userAgent: string; ip: string; lastSeenAt: string };

type Props<Browser extends ListedBrowser> = {
  /** Undefined while they are read. */
  browsers: Browser[] | undefined;
  isError: boolean;
  /** Ends one of the others; the list is read again by then. */
  onSignOut: (browser: Browser) => Promise<unknown>;
  /** What signing out costs, such as "will have to sign in again". */
  consequence: string;
  /** What else is to be said of a browser. */
  note?: (browser: Browser) => string;
  /** What can be done in this browser itself. */
  ownAction?: ReactNode;
};

/** Browsers in which somebody is known, and a way to sign each of the others out. */
export function BrowserList<Browser extends ListedBrowser>(props: Props<Browser>) {
  const { browsers, isError, onSignOut, consequence, note, ownAction } = props;
  const [leaving, setLeaving] = useState<Browser>();
  const [asking, setAsking] = useState(false);
  const [isEnding, setEnding] = useState(false);

  const signOut = async (browser: Browser) => {
    setEnding(true);
    try {
      await onSignOut(browser);
      toast({ title: "Signed out", description: `${browserName(browser.userAgent)} is signed out.` });
    } catch (failure) {
      toast({
        title: "Error",
        description: errorMessage(failure, "That browser could not be signed out"),
        variant: "destructive",
      });
    } finally {
      setEnding(false);
      setAsking(false);
    }
  };

  if (isError)
    return (
      <p className="text-sm text-muted-foreground">The list could not be loaded. Please reload the page.</p>
    );
  if (!browsers) return <Skeleton className="h-14" />;
  return (
    <>
      <ul className="divide-y divide-border">
        {browsers.map((browser) => (
          <BrowserRow
            key={browser.id}
            browser={browser}
            note={note?.(browser)}
            action={
              browser.current ? (
                ownAction
              ) : (
                <Button
                  variant="outline"
                  size="sm"
                  onClick={() => {
                    setLeaving(browser);
                    setAsking(true);
                  }}
                >
                  Sign out<span className="sr-only"> {browserName(browser.userAgent)}</span>
                </Button>
              )
            }
          />
        ))}
      </ul>
      {leaving && (
        <Suspense>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title="Sign this browser out?"
            description={`${browserName(leaving.userAgent)} ${consequence}.`}
            confirmLabel="Sign out"
            destructive
            pending={isEnding}
            onConfirm={() => void signOut(leaving)}
          />
        </Suspense>
      )}
    </>
  );
}

type RowProps = { browser: ListedBrowser; note: string | undefined; action: ReactNode };

function BrowserRow({ browser, note, action }: RowProps) {
  const Icon = isPhone(browser.userAgent) ? Smartphone : Monitor;
  const seen = browser.current ? "Active now" : `Last seen ${timeAgo(browser.lastSeenAt)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-secondary">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {browserName(browser.userAgent)}
          {browser.current && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="text-sm text-muted-foreground">
          {[seen, browser.ip, ...(note === undefined ? [] : [note])].join(" · ")}
        </p>
      </div>
      {action}
    </li>
  );
}
