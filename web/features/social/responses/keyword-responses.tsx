import { useQuery } from "@tanstack/react-query";
import { MessageSquareReply, Plus } from "lucide-react";
import { Suspense } from "react";
import { listKeywordResponses } from "#contract/social/keyword-responses.ts";
import { apiQuery } from "#web/api.ts";
import { type Account, accountsQuery } from "#web/features/social/social-queries.ts";
import { useOpenedItem } from "#web/layout/use-opened-dialog.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { ResponseList } from "./response-list.tsx";
import type { Response } from "./response-texts.ts";
import { useResponseAddress } from "./use-response-address.ts";

const ResponseDialog = loadable(async () => (await import("./response-dialog.tsx")).ResponseDialog);

/** What answers a keyword: the list, and the dialogs that add, change, try and delete. */
export function KeywordResponses() {
  const { data: accounts, isError: noAccounts, refetch: refetchAccounts } = useQuery(accountsQuery);
  const {
    data: responses,
    isError: noResponses,
    refetch,
  } = useQuery({ ...apiQuery(listKeywordResponses), refetchOnMount: "always" });
  const { filters, setFilters, opened, open, close } = useResponseAddress();
  const failed = (!responses && noResponses) || (!accounts && noAccounts);
  return (
    <section aria-labelledby="keyword-responses" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h2 id="keyword-responses" className="text-lg font-semibold tracking-tight">
            Keyword Responses
          </h2>
          <p className="text-sm text-muted-foreground">
            A fan writes a keyword; one answer goes out, with a link to what you sell.
          </p>
        </div>
        <Button disabled={!accounts?.length} onClick={() => open("new")}>
          <Plus aria-hidden="true" /> Add Response
        </Button>
      </div>
      {failed ? (
        <Card>
          <EmptyState
            icon={MessageSquareReply}
            title="Your keyword responses could not be loaded"
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
        </Card>
      ) : !responses || !accounts ? (
        <TableSkeleton label="Loading keyword responses" rows={3} />
      ) : responses.length === 0 ? (
        <NoResponses hasAccounts={accounts.length > 0} onCreate={() => open("new")} />
      ) : (
        <ResponseList
          responses={responses}
          accounts={accounts}
          filters={filters}
          onFiltersChange={setFilters}
          onEdit={open}
        />
      )}
      {responses && accounts && accounts.length > 0 && (
        <OpenedDialog opened={opened} responses={responses} accounts={accounts} onClose={close} />
      )}
    </section>
  );
}

function NoResponses({ hasAccounts, onCreate }: { hasAccounts: boolean; onCreate: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={MessageSquareReply}
        title="No Auto-Responses Set Up"
        action={
          hasAccounts ? (
            <Button onClick={onCreate}>Create Your First Response</Button>
          ) : (
            <LinkButton href="/social?tab=accounts" variant="outline">
              Connect Social Accounts
            </LinkButton>
          )
        }
      >
        {hasAccounts
          ? "Choose a word such as GUIDE, and what whoever writes it gets: a message, with a link to your product."
          : "Connect a social account first to create responses"}
      </EmptyState>
    </Card>
  );
}

type OpenedDialogProps = {
  opened: string | undefined;
  responses: readonly Response[];
  accounts: readonly Account[];
  onClose: (how: { saved: boolean }) => void;
};

function OpenedDialog({ opened, responses, accounts, onClose }: OpenedDialogProps) {
  const { opening, open, item } = useOpenedItem(opened, responses);
  if (opening === 0) return null;
  return (
    <Suspense>
      <ResponseDialog key={opening} open={open} response={item} accounts={accounts} onClose={onClose} />
    </Suspense>
  );
}
