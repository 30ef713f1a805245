import { useQuery } from "@tanstack/react-query";
import { Plus, Workflow } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { listAutomationRules } from "#contract/social/automation-rules.ts";
import { useOpenedDialog, useOpenedItem } from "#web/layout/use-opened-dialog.ts";
import { apiQuery } from "#web/api.ts";
import { type Account, accountsQuery } from "#web/features/social/social-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ListedPeople } from "./listed-people.tsx";
import { RuleRow } from "./rule-row.tsx";
import type { Rule } from "./rule-texts.ts";
import { useRuleChanges } from "./use-rule-changes.ts";

const RuleDialog = loadable(async () => (await import("./rule-dialog.tsx")).RuleDialog);

/** What happens where no keyword answers: the rules, the dialogs that add, change and delete them, and the lists they fill. */
export function AutomationRules() {
  const { data: accounts, isError: noAccounts, refetch: refetchAccounts } = useQuery(accountsQuery);
  const {
    data: rules,
    isError: noRules,
    refetch,
  } = useQuery({ ...apiQuery(listAutomationRules), refetchOnMount: "always" });
  const { opened, open, close } = useOpenedDialog("rule");
  const failed = (!rules && noRules) || (!accounts && noAccounts);
  const add = (
    <Button variant="outline" disabled={!accounts?.length} onClick={() => open("new")}>
      <Plus aria-hidden="true" /> Add Rule
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card>
        <CardHeader
          title="Automation Rules"
          description="What happens where no keyword response answers: to first messages, comments, followers and more."
          action={rules?.length ? add : undefined}
        />
        {failed ? (
          <EmptyState
            icon={Workflow}
            title="Your automation rules could not be loaded"
            action={
              <Button
                onClick={() => {
                  void refetch();
                  void refetchAccounts();
                }}
              >
                Try again
              </Button>
            }
          />
        ) : !rules || !accounts ? (
          <RuleListSkeleton />
        ) : rules.length === 0 ? (
          <NoRules hasAccounts={accounts.length > 0} add={add} />
        ) : (
          <RuleList rules={rules} onEdit={({ id }) => open(id)} />
        )}
      </Card>
      <ListedPeople isExpected={rules?.some(({ actionType }) => actionType === "ADD_TO_LIST") ?? false} />
      {rules && accounts && accounts.length > 0 && (
        <OpenedDialog opened={opened} rules={rules} accounts={accounts} onClose={close} />
      )}
    </div>
  );
}

function NoRules({ hasAccounts, add }: { hasAccounts: boolean; add: ReactNode }) {
  return (
    <EmptyState icon={Workflow} title="No Automation Rules" action={hasAccounts && add}>
      {hasAccounts
        ? "Greet whoever writes for the first time, or answer every comment under a post with your product."
        : "Connect a social account first to create rules."}
    </EmptyState>
  );
}

function RuleList({ rules, onEdit }: { rules: readonly Rule[]; onEdit: (rule: Rule) => void }) {
  const actions = { edit: onEdit, ...useRuleChanges() };
  return (
    <ul className="mt-5 divide-y divide-border border-t border-border">
      {rules.map((rule) => (
        <li key={rule.id}>
          <RuleRow rule={rule} actions={actions} />
        </li>
      ))}
    </ul>
  );
}

type OpenedDialogProps = {
  opened: string | undefined;
  rules: readonly Rule[];
  accounts: readonly Account[];
  onClose: (how: { saved: boolean }) => void;
};

function OpenedDialog({ opened, rules, accounts, onClose }: OpenedDialogProps) {
  const { opening, open, item } = useOpenedItem(opened, rules);
  if (opening === 0) return null;
  return (
    <Suspense>
      <RuleDialog key={opening} open={open} rule={item} accounts={accounts} onClose={onClose} />
    </Suspense>
  );
}

/** The rules while they are on their way. */
function RuleListSkeleton() {
  return (
    <div aria-busy="true" className="mt-5 border-t border-border">
      <span role="status" className="sr-only">
        Loading automation rules
      </span>
      {[0, 1].map((row) => (
        <div key={row} className="grid gap-3 border-b border-border px-5 py-4 last:border-0 sm:px-6">
          <div className="flex justify-between gap-4">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-6 w-10 rounded-full" />
          </div>
          <Skeleton className="h-4 w-full max-w-md" />
          <Skeleton className="h-3 w-48" />
        </div>
      ))}
    </div>
  );
}
