import { Suspense, useState } from "react";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import type { Account } from "#web/features/social/social-queries.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { AccountCard } from "./account-card.tsx";
import { useAccountChanges } from "./use-account-changes.ts";
import type { ConnectPopup } from "./use-connect-popup.ts";

const FanDialog = loadable(async () => (await import("./fan-dialog.tsx")).FanDialog);

type AccountListProps = {
  accounts: readonly Account[];
  popup: ConnectPopup;
  /** Opens the form that takes a token. */
  onEnterToken: () => void;
};

/** The connected accounts, with what can be done to each. */
export function AccountList({ accounts, popup, onEnterToken }: AccountListProps) {
  const changes = useAccountChanges();
  const [deleteTarget, setDeleteTarget] = useState<Account>();
  const [fanOf, setFanOf] = useState<Account>();
  const [writing, setWriting] = useState(false);
  const actions = {
    ...changes,
    remove: setDeleteTarget,
    writeAsFan: (account: Account) => {
      setFanOf(account);
      setWriting(true);
    },
    reconnect: ({ connection, platform }: Account) =>
      connection === "MANUAL" ? onEnterToken() : popup.open(platform),
  };
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        {accounts.map((account) => (
          <li key={account.id} className="min-w-0">
            <AccountCard account={account} actions={actions} popup={popup} />
          </li>
        ))}
      </ul>
      <DeleteDialog
        deleteTarget={deleteTarget}
        words={({ username }) => ({
          title: `Disconnect @${username}`,
          description:
            "Its keyword responses, automation rules and conversations are deleted with it. What they earned stays with your orders. This action cannot be undone.",
          confirmLabel: "Disconnect",
        })}
        pending={changes.disconnecting}
        onDelete={(account) => changes.disconnect(account, () => setDeleteTarget(undefined))}
        onClose={() => setDeleteTarget(undefined)}
      />
      {fanOf && (
        <Suspense>
          <FanDialog key={fanOf.id} account={fanOf} open={writing} onOpenChange={setWriting} />
        </Suspense>
      )}
    </>
  );
}
