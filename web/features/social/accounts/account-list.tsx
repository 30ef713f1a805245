import { Suspense, useState } from "react";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import type { Account } from "#web/features/social/social-queries.ts";
import { late } from "#web/ui/late.tsx";
import { AccountCard } from "./account-card.tsx";
import { useAccountChanges } from "./use-account-changes.ts";
import type { ConnectPopup } from "./use-connect-popup.ts";

const FanDialog = late(async () => (await import("./fan-dialog.tsx")).FanDialog);

type AccountListProps = {
  accounts: readonly Account[];
  popup: ConnectPopup;
  /** Opens the form that takes a token. */
  onEnterToken: () => void;
};

/** The connected accounts, with what can be done to each. */
export function AccountList({ accounts, popup, onEnterToken }: AccountListProps) {
  const changes = useAccountChanges();
  const [doomed, setDoomed] = useState<Account>();
  const [fanOf, setFanOf] = useState<Account>();
  const [writing, setWriting] = useState(false);
  const actions = {
    ...changes,
    remove: setDoomed,
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
        doomed={doomed}
        words={({ username }) => ({
          title: `Disconnect @${username}`,
          description:
            "Its keyword responses, automation rules and conversations are deleted with it. What they earned stays with your orders. This action cannot be undone.",
          confirmLabel: "Disconnect",
        })}
        pending={changes.disconnecting}
        onDelete={(account) => changes.disconnect(account, () => setDoomed(undefined))}
        onClose={() => setDoomed(undefined)}
      />
      {fanOf && (
        <Suspense>
          <FanDialog key={fanOf.id} account={fanOf} open={writing} onOpenChange={setWriting} />
        </Suspense>
      )}
    </>
  );
}
