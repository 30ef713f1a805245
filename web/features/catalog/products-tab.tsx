import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download, PackageOpen, Plus } from "lucide-react";
import { Suspense, useCallback, useMemo, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { exportProducts, listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { DeleteDialog } from "#web/layout/delete-dialog.tsx";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { useChoice } from "#web/layout/choice/use-choice.ts";
import { useOpenedDialog, useOpenedItem } from "#web/layout/use-opened-dialog.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { useSearchChange } from "#web/layout/use-search-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ArchivedProducts } from "./archived-products.tsx";
import { BuildCourseDialog } from "./build-course-dialog.tsx";
import { CancelEventDialog } from "./cancel-event-dialog.tsx";
import type { MyProduct } from "./product-form-values.ts";
import { ProductTable } from "./product-table.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import type { ProductUploads } from "./product-uploads.ts";
import { useProductChanges } from "./use-product-changes.ts";

/** Another list begins with no filter, in its own order, at its first page. */
const noList = { filter: undefined, sort: undefined, page: undefined };

const ProductDialog = loadable(async () => (await import("./product-dialog.tsx")).ProductDialog);

/** The Products tab of /admin: the list, and the dialogs that add, change and delete. */
export function ProductsTab({ uploads }: { uploads: ProductUploads }) {
  const { data: products, isError, error, refetch } = useQuery(apiQuery(listMyProducts));
  const [list, setList] = useListSearch();
  const { opened, open, close } = useOpenedDialog("product");
  const { setActive, duplicate, setStates, remove, removing, changingTo } = useProductChanges();
  const choice = useChoice(list.filter);
  const [deleteTarget, setDeleteTarget] = useState<MyProduct>();
  const [cancelTarget, setCancelTarget] = useState<MyProduct>();
  const [newCourse, setNewCourse] = useState<MyProduct>();
  const [offering, setOffering] = useState(false);
  const changeAddress = useSearchChange();
  const navigate = useNavigate();
  const editCourse = useCallback(
    ({ id }: MyProduct) => void navigate({ to: "/course-editor/$productId", params: { productId: id } }),
    [navigate],
  );
  const actions = useMemo(
    () => ({
      edit: ({ id }: MyProduct) => open(id),
      editCourse,
      // Panels of other features, with lists of their own: the route puts them here.
      posts: ({ id }: MyProduct) => changeAddress({ ...noList, posts: id }),
      downloads: ({ id }: MyProduct) => changeAddress({ ...noList, downloads: id }),
      attendees: ({ id }: MyProduct) => changeAddress({ ...noList, attendees: id }),
      setActive,
      cancelEvent: setCancelTarget,
      duplicate,
      archive: ({ id }: MyProduct) => setStates([id], "ARCHIVED"),
      remove: setDeleteTarget,
    }),
    [open, editCourse, changeAddress, setActive, duplicate, setStates],
  );
  const add = (
    <Button onClick={() => open("new")}>
      <Plus aria-hidden="true" /> Add Product
    </Button>
  );
  return (
    <>
      {isError ? (
        <LoadFailure
          icon={PackageOpen}
          title="Your products could not be loaded"
          error={error}
          retry={() => void refetch()}
        />
      ) : !products ? (
        <TableSkeleton label="Loading products" pictures />
      ) : products.length === 0 ? (
        <Card>
          <EmptyState icon={PackageOpen} title="No Products Yet" level={2} action={add}>
            Add your first product: a download, a course, a membership or a session. It appears in your store
            at once.
          </EmptyState>
        </Card>
      ) : (
        <ProductTable
          products={products}
          actions={actions}
          list={list}
          onListChange={setList}
          choice={choice}
          changingTo={changingTo}
          onStates={(ids, state) => setStates(ids, state, choice.clear)}
          buttons={
            <>
              <LinkButton href={exportProducts.url} download variant="outline">
                <Download aria-hidden="true" /> Export CSV
              </LinkButton>
              {add}
            </>
          }
        />
      )}
      {products && <ArchivedProducts onBringBack={({ id }) => setStates([id], "DRAFT")} />}
      {products && (
        <OpenedDialog
          opened={opened}
          products={products}
          uploads={uploads}
          onClose={close}
          onCreated={(product) => {
            if (product.type !== "COURSE") return;
            setNewCourse(product);
            setOffering(true);
          }}
        />
      )}
      {cancelTarget && (
        <CancelEventDialog product={cancelTarget} onClose={() => setCancelTarget(undefined)} />
      )}
      <BuildCourseDialog open={offering} course={newCourse} onOpenChange={setOffering} onBuild={editCourse} />
      <DeleteDialog
        deleteTarget={deleteTarget}
        words={(product) => ({
          title: "Delete product",
          description: deletionText(product),
          confirmLabel: product.orderCount ? "Archive" : "Delete",
        })}
        pending={removing}
        onDelete={(product) => remove(product, () => setDeleteTarget(undefined))}
        onClose={() => setDeleteTarget(undefined)}
      />
    </>
  );
}

type OpenedDialogProps = {
  opened: string | undefined;
  products: readonly MyProduct[];
  uploads: ProductUploads;
  onClose: (how: { saved: boolean }) => void;
  onCreated: (product: MyProduct) => void;
};

function OpenedDialog({ opened, products, uploads, onClose, onCreated }: OpenedDialogProps) {
  const { opening, open, item } = useOpenedItem(opened, products);
  if (opening === 0) return null;
  return (
    <Suspense>
      <ProductDialog
        key={opening}
        open={open}
        product={item}
        isFirst={products.length === 0}
        uploads={uploads}
        onClose={onClose}
        onCreated={onCreated}
      />
    </Suspense>
  );
}

function deletionText({ title, orderCount }: MyProduct) {
  return orderCount
    ? `Are you sure you want to delete product "${isolated(title)}"? It has been sold, so it is archived: it leaves your store and stands below this list, and its buyers keep what they bought.`
    : `Are you sure you want to delete product "${isolated(title)}"? This action cannot be undone. A product that has been sold is archived instead, and its buyers keep what they bought.`;
}
