import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { listOwnCommissions } from "#contract/affiliates/commissions.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { CommissionList, commissionsPerPage } from "./commission-list.tsx";
import { CommissionRow } from "./commission-row.tsx";

/** The affiliate's commissions, newest first; the page stands in the address. */
export function OwnCommissions({ total }: { total: number }) {
  const search: { page?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = Math.max(1, Math.trunc(Number(search.page)) || 1);
  const { data, isError, refetch } = useQuery({
    ...apiQuery(listOwnCommissions, {
      querystring: { limit: commissionsPerPage, offset: (page - 1) * commissionsPerPage },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card>
      <CardHeader title="Your commissions" description="Payable 30 days after the sale." />
      {isError ? (
        <EmptyState
          title="Your commissions could not be loaded"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : total === 0 ? (
        <p className="px-5 pt-3 pb-6 text-sm text-muted-foreground sm:px-6">
          None yet. The first sale through one of your links stands here.
        </p>
      ) : (
        <CommissionList
          label="Your commissions"
          rows={data}
          renderRow={(commission) => (
            <CommissionRow
              key={commission.id}
              commission={commission}
              who={`${commission.creatorName} · ${commission.code}`}
            />
          )}
          total={total}
          page={page}
          onPageChange={(next) =>
            void navigate({
              to: ".",
              search: { page: next > 1 ? String(next) : undefined },
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
    </Card>
  );
}
