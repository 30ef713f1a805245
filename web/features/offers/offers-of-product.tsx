import { isolated } from "#contract/isolated.ts";
import { useQuery } from "@tanstack/react-query";
import { Download, Gift, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { useOpenedItem } from "#web/layout/use-opened-dialog.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";
import { type Offer, offerCalls } from "./offer-calls.ts";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";
import { OfferNotice } from "./offer-notice.tsx";
import { OfferRow } from "./offer-row.tsx";
import type { ProductChoice } from "./product-choice.ts";
import { useOfferAddress } from "./use-offer-address.ts";
import { offersQuery, useOfferChanges } from "./use-offer-changes.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

const OfferDialog = loadable(async () => (await import("./offer-dialog.tsx")).OfferDialog);

type Props = { kind: OfferKind; product: ProductChoice; products: readonly ProductChoice[] };

/** The offers of one product in the order buyers see them, and the dialogs that add, change and delete. */
export function OffersOfProduct({ kind, product, products }: Props) {
  const { data: offers, isError, error, refetch } = useQuery(offersQuery(kind, product.id));
  const { opened, open, close } = useOfferAddress();
  const changes = useOfferChanges(kind, product.id);
  const [deleteTarget, setDeleteTarget] = useState<Offer>();
  const { title, plural, noun, empty } = offerTexts[kind];
  const add = (
    <Button onClick={() => open("new")}>
      <Plus aria-hidden="true" /> Add {title}
    </Button>
  );
  if (isError)
    return (
      <LoadFailure
        icon={Gift}
        title={`Your ${plural.toLowerCase()} could not be loaded`}
        level={2}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!offers) return <OfferListSkeleton label={`Loading ${plural.toLowerCase()}`} />;
  return (
    <>
      {offers.length === 0 ? (
        <Card>
          <EmptyState icon={Gift} title={`No ${title}s Yet`} level={2} action={add}>
            {empty}
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <CardHeader
            title={`${title}s of ${isolated(product.title)}`}
            description="In the order that buyers see them. Drag to change it, or use the arrows."
            action={
              <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
                <LinkButton href={offerCalls[kind].exportUrl} download variant="outline">
                  <Download aria-hidden="true" /> Export CSV
                </LinkButton>
                {add}
              </div>
            }
          />
          <OfferNotice kind={kind} product={product} offers={offers} />
          <div className="mt-5 border-t border-border">
            <SortableList
              label={plural}
              items={offers}
              idOf={({ id }) => id}
              nameOf={(offer) => offer.title}
              onReorder={changes.reorder}
            >
              {(offer, handles, index) => (
                <OfferRow
                  kind={kind}
                  offer={offer}
                  handles={handles}
                  number={index + 1}
                  onEdit={() => open(offer.id)}
                  onActiveChange={(active) => changes.setActive(offer, active)}
                  onDelete={() => setDeleteTarget(offer)}
                />
              )}
            </SortableList>
          </div>
        </Card>
      )}
      <OpenedOffer
        opened={opened}
        kind={kind}
        carrierId={product.id}
        offers={offers}
        products={products}
        onClose={close}
      />
      <DeleteDialog
        deleteTarget={deleteTarget}
        words={(offer) => ({
          title: `Delete ${noun}`,
          description: `Are you sure you want to delete ${noun} "${isolated(offer.title)}"? This action cannot be undone. Orders keep what was bought with it; its figures are lost.`,
        })}
        pending={changes.removing}
        onDelete={(offer) => changes.remove(offer, () => setDeleteTarget(undefined))}
        onClose={() => setDeleteTarget(undefined)}
      />
    </>
  );
}

/** A product's offers while they are on their way. */
function OfferListSkeleton({ label }: { label: string }) {
  return (
    <Card className="grid" aria-busy="true">
      <span role="status" className="sr-only">
        {label}
      </span>
      <div className="flex justify-between gap-2 p-5 sm:p-6">
        <Skeleton className="h-6 w-full max-w-60" />
        <Skeleton className="h-10 w-32 max-sm:hidden" />
      </div>
      {[0, 1].map((row) => (
        <div key={row} className="flex items-start gap-4 border-t border-border px-5 py-4 sm:px-6">
          <Skeleton className="h-10 w-16 shrink-0" />
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-2/3 max-w-60" />
            <Skeleton className="h-4 w-1/2 max-w-44" />
            <Skeleton className="mt-1 h-9 w-full max-w-80" />
          </div>
          <Skeleton className="h-6 w-11" />
        </div>
      ))}
    </Card>
  );
}

type OpenedOfferProps = {
  /** An offer's id, or "new". */
  opened: string | undefined;
  kind: OfferKind;
  carrierId: string;
  offers: readonly Offer[];
  products: readonly ProductChoice[];
  onClose: (how: { saved: boolean }) => void;
};

function OpenedOffer({ opened, offers, ...dialog }: OpenedOfferProps) {
  const { opening, open, item } = useOpenedItem(opened, offers);
  if (opening === 0) return null;
  return (
    <Suspense>
      <OfferDialog key={opening} open={open} offer={item} others={offers} {...dialog} />
    </Suspense>
  );
}
