import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { exportCommissions, listCommissions } from "#contract/affiliates/commissions.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { CommissionList, commissionsPerPage } from "./commission-list.tsx";
import { CommissionRow } from "./commission-row.tsx";

const latest = 5;

type CommissionsCardProps = {
  /** How many there are in all. */
  total: number;
  /** Of the whole list; undefined while only the latest are shown. */
  page: number | undefined;
  onPageChange: (page: number | undefined) => void;
};

/** The five latest commissions, or all of them a page at a time. */
export function CommissionsCard({ total, page, onPageChange }: CommissionsCardProps) {
  const querystring =
    page === undefined
      ? { limit: latest, offset: 0 }
      : { limit: commissionsPerPage, offset: (page - 1) * commissionsPerPage };
  const { data, isError, refetch } = useQuery({
    ...apiQuery(listCommissions, { querystring }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card>
      <CardHeader
        title={page === undefined ? "Recent commissions" : "All commissions"}
        description="Payable 30 days after the sale. What is refunded is taken back."
        action={
          total > 0 && (
            <div className="flex flex-wrap gap-2">
              {(total > latest || page !== undefined) && (
                <Button
                  variant="outline"
                  size="sm"
                  onClick={() => onPageChange(page === undefined ? 1 : undefined)}
                >
                  {page === undefined ? `Show all ${total.toLocaleString("en-US")}` : "Show the latest"}
                </Button>
              )}
              <LinkButton href={exportCommissions.url} download variant="outline" size="sm">
                <Download aria-hidden="true" /> Export CSV
              </LinkButton>
            </div>
          )
        }
      />
      {isError ? (
        <EmptyState
          title="The commissions could not be loaded"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : data?.length === 0 ? (
        <p className="px-5 pt-3 pb-6 text-sm text-muted-foreground sm:px-6">
          None yet. The first sale through an affiliate’s link stands here.
        </p>
      ) : (
        <CommissionList
          label="Commissions"
          rows={data}
          renderRow={(commission) => (
            <CommissionRow
              key={commission.id}
              commission={commission}
              who={`${commission.affiliateName} · ${commission.code}`}
            />
          )}
          total={page === undefined ? 0 : total}
          page={page ?? 1}
          onPageChange={onPageChange}
        />
      )}
    </Card>
  );
}
