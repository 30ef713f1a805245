import { useQuery } from "@tanstack/react-query";
import { Download, Plus, Ticket } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { exportCoupons, listCoupons } from "#contract/coupons/coupons.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { shopTimeAt } from "#web/shop-now.ts";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import { useListSearch } from "#web/layout/list-search.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { useOpenedItem } from "#web/layout/use-opened-dialog.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { CouponFigures } from "./coupon-figures.tsx";
import { CouponFilterBoxes, passes } from "./coupon-filters.tsx";
import type { MyCoupon } from "./coupon-form-values.ts";
import { CouponLinkDialog } from "./coupon-link-dialog.tsx";
import { CouponTable } from "./coupon-table.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { listedCoupon } from "./listed-coupon.ts";
import { useCouponAddress } from "./use-coupon-address.ts";
import { useCouponChanges } from "./use-coupon-changes.ts";

const CouponDialog = loadable(async () => (await import("./coupon-dialog.tsx")).CouponDialog);

/** The Coupons tab of /admin: figures, the list, and the dialogs that add, change, share and delete. */
export function CouponsTab() {
  const { data: coupons, dataUpdatedAt, isError, error, refetch } = useQuery(apiQuery(listCoupons));
  const { data: products } = useQuery(apiQuery(listMyProducts));
  const [list, setList] = useListSearch();
  const { filters, setFilters, opened, open, close } = useCouponAddress();
  const changes = useCouponChanges();
  const [deleteTarget, setDeleteTarget] = useState<MyCoupon>();
  const [linked, setLinked] = useState<MyCoupon>();
  const [linking, setLinking] = useState(false);
  const actions = useMemo(
    () => ({
      edit: ({ id }: MyCoupon) => open(id),
      setActive: changes.setActive,
      link: (coupon: MyCoupon) => {
        setLinked(coupon);
        setLinking(true);
      },
      remove: setDeleteTarget,
    }),
    [open, changes.setActive],
  );
  const titles = useMemo(() => products && new Map(products.map(({ id, title }) => [id, title])), [products]);
  const shown = useMemo(
    () =>
      coupons
        ?.map((coupon) => listedCoupon(coupon, shopTimeAt(dataUpdatedAt)))
        .filter((coupon) => passes(coupon, filters)),
    [coupons, dataUpdatedAt, filters],
  );
  const add = (
    <Button onClick={() => open("new")}>
      <Plus aria-hidden="true" /> Add Coupon
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <CouponFigures />
      {isError ? (
        <LoadFailure
          icon={Ticket}
          title="Your coupons could not be loaded"
          error={error}
          retry={() => void refetch()}
        />
      ) : !shown ? (
        <TableSkeleton label="Loading coupons" />
      ) : coupons?.length === 0 ? (
        <Card>
          <EmptyState icon={Ticket} title="No Coupons Yet" level={2} action={add}>
            Give newsletter readers, first buyers or a launch a code of their own. Buyers enter it at
            checkout.
          </EmptyState>
        </Card>
      ) : (
        <CouponTable
          coupons={shown}
          titles={titles}
          actions={actions}
          list={list}
          onListChange={setList}
          filters={<CouponFilterBoxes filters={filters} onChange={setFilters} products={products ?? []} />}
          buttons={
            <>
              <LinkButton href={exportCoupons.url} download variant="outline">
                <Download aria-hidden="true" /> Export CSV
              </LinkButton>
              {add}
            </>
          }
        />
      )}
      {coupons && products && (
        <OpenedDialog opened={opened} coupons={coupons} products={products} onClose={close} />
      )}
      {linked && (
        <CouponLinkDialog
          key={linked.id}
          open={linking}
          onOpenChange={setLinking}
          coupon={linked}
          products={products?.filter(({ active }) => active) ?? []}
        />
      )}
      <DeleteDialog
        deleteTarget={deleteTarget}
        words={({ code }) => ({
          title: "Delete coupon",
          description: `Are you sure you want to delete coupon "${code}"? This action cannot be undone.`,
        })}
        pending={changes.removing}
        onDelete={(coupon) => changes.remove(coupon, () => setDeleteTarget(undefined))}
        onClose={() => setDeleteTarget(undefined)}
      />
    </div>
  );
}

type OpenedDialogProps = {
  opened: string | undefined;
  coupons: readonly MyCoupon[];
  products: Output<typeof listMyProducts>;
  onClose: (how: { saved: boolean }) => void;
};

function OpenedDialog({ opened, coupons, products, onClose }: OpenedDialogProps) {
  const { opening, open, item } = useOpenedItem(opened, coupons);
  if (opening === 0) return null;
  return (
    <Suspense>
      <CouponDialog key={opening} open={open} coupon={item} products={products} onClose={onClose} />
    </Suspense>
  );
}
