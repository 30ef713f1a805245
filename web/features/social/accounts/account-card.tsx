import { RotateCw, Send, TriangleAlert, Unplug } from "lucide-react";
import { useId } from "react";
import { platformNames } from "#contract/social/platform-names.ts";
import { platformIcon } from "#web/features/social/platform-name.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { timeAgo } from "#web/ui/dates.ts";
import { Switch } from "#web/ui/switch.tsx";
import { AccountHealth } from "./account-health.tsx";
import { connectionName, problemText, providerErrorText } from "./account-texts.ts";
import { PopupBlocked } from "./popup-blocked.tsx";
import type { ConnectPopup } from "./use-connect-popup.ts";

export type AccountActions = {
  setActive: (account: Account, isActive: boolean) => void;
  setDisclosure: (account: Account, discloses: boolean) => void;
  reconnect: (account: Account) => void;
  writeAsFan: (account: Account) => void;
  remove: (account: Account) => void;
};

type AccountCardProps = { account: Account; actions: AccountActions; popup: ConnectPopup };

/** One connected account: whether it answers, how it is doing, and what can be done. */
export function AccountCard({ account, actions, popup }: AccountCardProps) {
  const { platform, username, displayName, connection, isActive } = account;
  const Icon = platformIcon[platform];
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-soft-foreground">
            <Icon className="size-5" aria-hidden="true" />
          </span>
          <div className="min-w-0">
            <h2 className="truncate text-base font-semibold" title={displayName ?? undefined}>
              @{username}
            </h2>
            <p className="truncate text-sm text-muted-foreground">
              {platformNames[platform]} · {connectionName[connection]}
            </p>
          </div>
        </div>
        <div className="flex items-center gap-2.5">
          <Badge tone={isActive ? "success" : "neutral"}>{isActive ? "Active" : "Inactive"}</Badge>
          <Switch
            aria-label={`Active: @${username}`}
            checked={isActive}
            onCheckedChange={(next) => actions.setActive(account, next)}
          />
        </div>
      </div>
      <AccountProblem account={account} actions={actions} popup={popup} />
      {account.otherAppAt && (
        <Notice tone="warning" icon={TriangleAlert} title="Another app answers, too">
          <p>
            {platformNames[platform]} delivered a message from another app {timeAgo(account.otherAppAt)}, such
            as an instant reply or another chat tool. Your fans may get two answers. Switch one of them off.
          </p>
        </Notice>
      )}
      <AccountHealth account={account} />
      <Disclosure account={account} onChange={(next) => actions.setDisclosure(account, next)} />
      <div className="flex flex-wrap gap-2 border-t border-border pt-4">
        {connection === "DEMO" && (
          <Button variant="outline" onClick={() => actions.writeAsFan(account)}>
            <Send aria-hidden="true" /> Send as a fan
          </Button>
        )}
        <Button
          variant="ghost"
          aria-label={`Disconnect @${username}`}
          className="ml-auto"
          onClick={() => actions.remove(account)}
        >
          <Unplug aria-hidden="true" /> Disconnect
        </Button>
      </div>
    </Card>
  );
}

function AccountProblem({ account, actions, popup }: AccountCardProps) {
  if (!account.problem) return null;
  const { title, text, nextStep } = problemText(account.problem, account);
  const waiting = account.connection !== "MANUAL" && popup.waitingFor === account.platform;
  return (
    <Notice
      tone={account.problem === "UNCONFIRMED" ? "warning" : "destructive"}
      icon={TriangleAlert}
      title={title}
      actions={
        nextStep && (
          <Button size="sm" variant="outline" onClick={() => actions.reconnect(account)}>
            <RotateCw aria-hidden="true" />
            {account.connection === "MANUAL"
              ? "Enter a new token"
              : waiting
                ? "Waiting for the window…"
                : "Reconnect"}
          </Button>
        )
      }
    >
      <p>{text}</p>
      {account.problemError && (
        <p className="text-xs wrap-anywhere">{providerErrorText(account.problemError, account.platform)}</p>
      )}
      {popup.blocked === account.platform && <PopupBlocked platform={account.platform} />}
    </Notice>
  );
}

function Disclosure({ account, onChange }: { account: Account; onChange: (discloses: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Switch
        id={id}
        aria-describedby={`${id}-note`}
        checked={account.disclosesAutomation}
        onCheckedChange={onChange}
      />
      <div className="grid gap-0.5 pt-0.5 text-sm pointer-coarse:pt-3">
        <label htmlFor={id} className="font-medium">
          Say that replies are automatic
        </label>
        <p id={`${id}-note`} className="text-muted-foreground">
          The first reply to a person names it and how to stop. Some places, such as California and Germany,
          require it.
        </p>
      </div>
    </div>
  );
}
