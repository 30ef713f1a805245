import { useQuery } from "@tanstack/react-query";
import { CloudOff, Plus } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import { accountsQuery } from "#web/features/social/social-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { AccountList } from "./account-list.tsx";
import { PlanLine } from "./plan-line.tsx";
import { type ConnectPopup, useConnectPopup } from "./use-connect-popup.ts";
import { WelcomeCard } from "./welcome-card.tsx";
import { useOpenedDialog } from "#web/layout/use-opened-dialog.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

const ConnectDialog = loadable(async () => (await import("./connect-dialog.tsx")).ConnectDialog);

/** The Connected Accounts tab: what answers the creator's messages, how it is doing, and the ways to connect more. */
export function AccountsTab() {
  const { data: accounts, isError, refetch } = useQuery({ ...accountsQuery, refetchOnMount: "always" });
  const { way, open, close } = useConnectAddress();
  const popup = useConnectPopup(useCallback(() => close({ saved: true }), [close]));
  const connect = (
    <Button onClick={() => open()} className={accounts?.length ? "ml-auto max-sm:w-full" : ""}>
      <Plus aria-hidden="true" /> Connect Account
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {!accounts && isError ? (
        <Card>
          <EmptyState
            icon={CloudOff}
            title="Your accounts could not be loaded"
            level={2}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        </Card>
      ) : !accounts ? (
        <AccountsSkeleton />
      ) : accounts.length === 0 ? (
        <WelcomeCard action={connect} />
      ) : (
        <>
          <div className="flex flex-wrap items-start justify-between gap-4">
            <PlanLine />
            {connect}
          </div>
          <AccountList accounts={accounts} popup={popup} onEnterToken={() => open("manual")} />
        </>
      )}
      <OpenedDialog way={way} popup={popup} onClose={close} />
    </div>
  );
}

type OpenedDialogProps = {
  way: ConnectWay | undefined;
  popup: ConnectPopup;
  onClose: (how: { saved: boolean }) => void;
};

/** Every opening is a new form; the last one stays for the moment in which its dialog closes. */
function OpenedDialog({ way, popup, onClose }: OpenedDialogProps) {
  const [shown, setShown] = useState({ way: undefined as typeof way, unfolded: false, opening: 0 });
  if (way !== shown.way)
    setShown(
      way === undefined ? { ...shown, way } : { way, unfolded: way === "manual", opening: shown.opening + 1 },
    );
  if (shown.opening === 0) return null;
  return (
    <Suspense>
      <ConnectDialog
        key={shown.opening}
        open={shown.way !== undefined}
        unfolded={shown.unfolded}
        popup={popup}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** How the dialog opens: with all its ways, or with the form for tokens unfolded. */
type ConnectWay = (typeof ways)[number];

const ways = ["new", "manual"] as const;

/** The connect dialog stands in the address (`connect`), so that a link can open it and Back closes it. */
function useConnectAddress() {
  const { opened, open, close } = useOpenedDialog("connect");
  return {
    way: ways.find((way) => way === opened),
    open: useCallback((way: ConnectWay = "new") => open(way), [open]),
    close,
  };
}

/** The account cards while they are on their way. */
function AccountsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <span role="status" className="sr-only">
        Loading accounts
      </span>
      <div className="flex items-start justify-between gap-4">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-10 w-44" />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        {[0, 1].map((card) => (
          <Card key={card} className="grid gap-5 p-5 sm:p-6">
            <div className="flex items-center gap-3">
              <Skeleton className="size-11 shrink-0 rounded-xl" />
              <div className="grid grow gap-2">
                <Skeleton className="h-4 w-36" />
                <Skeleton className="h-4 w-28" />
              </div>
              <Skeleton className="h-6 w-16 rounded-full" />
            </div>
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-10 w-40" />
          </Card>
        ))}
      </div>
    </div>
  );
}
