import { useQuery } from "@tanstack/react-query";
import { Download, Plus, Share2 } from "lucide-react";
import { useMemo, useState } from "react";
import { exportAffiliateLinks, listAffiliateLinks, listAffiliates } from "#contract/affiliates/affiliates.ts";
import { apiQuery } from "#web/api.ts";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import { useListSearch } from "#web/layout/list-search.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { AffiliateLink } from "./affiliate-data.ts";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { CommissionsCard } from "./commissions-card.tsx";
import { LinkTable } from "./link-table.tsx";
import { OpenedDialog } from "./opened-dialog.tsx";
import { PayoutsCard } from "./payouts-card.tsx";
import { PeopleCard } from "./people-card.tsx";
import { useLinkChanges } from "./use-affiliate-changes.ts";
import { useTabAddress } from "./use-tab-address.ts";

/** The Affiliates tab of /admin: the links, the latest commissions, and what is paid out to whom. */
export function AffiliatesTab() {
  const { data: links, isError, refetch } = useQuery(apiQuery(listAffiliateLinks));
  const { data: affiliates } = useQuery(apiQuery(listAffiliates));
  const [list, setList] = useListSearch();
  const address = useTabAddress();
  const { openLink, openAffiliate } = address;
  const { setActive, remove, removing } = useLinkChanges();
  const [deleteTarget, setDeleteTarget] = useState<AffiliateLink>();
  const actions = useMemo(
    () => ({
      edit: ({ id }: AffiliateLink) => openLink(id),
      editAffiliate: ({ affiliate }: AffiliateLink) => openAffiliate(affiliate.id),
      setActive,
      remove: setDeleteTarget,
    }),
    [openLink, openAffiliate, setActive],
  );
  const create = (
    <Button onClick={() => openLink("new")}>
      <Plus aria-hidden="true" /> Create Link
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {isError ? (
        <Card>
          <EmptyState
            icon={Share2}
            title="Your affiliate links could not be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        </Card>
      ) : !links ? (
        <TableSkeleton label="Loading affiliate links" rows={3} />
      ) : links.length === 0 ? (
        <Card>
          <EmptyState icon={Share2} title="No Affiliate Links Yet" level={2} action={create}>
            Give somebody with an audience a link of their own. They earn a share of what is bought through
            it.
          </EmptyState>
        </Card>
      ) : (
        <LinkTable
          links={links}
          actions={actions}
          list={list}
          onListChange={setList}
          buttons={
            <>
              <LinkButton href={exportAffiliateLinks.url} download variant="outline">
                <Download aria-hidden="true" /> Export CSV
              </LinkButton>
              {create}
            </>
          }
        />
      )}
      {affiliates && affiliates.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
          <CommissionsCard
            total={affiliates.reduce((sum, { commissionCount }) => sum + commissionCount, 0)}
            page={address.commissionsPage}
            onPageChange={address.showCommissions}
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <PeopleCard affiliates={affiliates} onEdit={({ id }) => openAffiliate(id)} />
            <PayoutsCard />
          </div>
        </div>
      )}
      {links && affiliates && <OpenedDialog address={address} links={links} affiliates={affiliates} />}
      <DeleteDialog
        deleteTarget={deleteTarget}
        words={(link) => ({
          title: "Delete affiliate link",
          description: deletionText(link),
          confirmLabel: link.conversions ? "Deactivate" : "Delete",
        })}
        pending={removing}
        onDelete={(link) => remove(link, () => setDeleteTarget(undefined))}
        onClose={() => setDeleteTarget(undefined)}
      />
    </div>
  );
}

function deletionText({ code, conversions }: AffiliateLink) {
  return conversions > 0
    ? `Are you sure you want to delete affiliate link "${code}"? It has sold something, so it is switched off instead, and its commissions stay.`
    : `Are you sure you want to delete affiliate link "${code}"? This action cannot be undone.`;
}
