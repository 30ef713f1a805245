import { Archive } from "lucide-react";
import { useMemo, type ReactNode, Suspense } from "react";
import { exportProducts } from "#contract/catalog/catalog.ts";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import type { ProductState } from "#contract/catalog/product-states.ts";
import { ChoiceBar } from "#web/layout/choice/choice-bar.tsx";
import { ChooseBox } from "#web/layout/choice/choose-box.tsx";
import { chooseColumn } from "#web/layout/choice/choose-column.tsx";
import type { Choice } from "#web/layout/choice/use-choice.ts";
import { useListColumns } from "#web/layout/use-list-columns.ts";
import { Button } from "#web/ui/button.tsx";
import { DataTable, type DataColumn, matchingRows } from "#web/ui/data-table.tsx";
import type { ListState } from "#web/ui/list-state.ts";
import {
  ProductCell,
  ProductPriceCell,
  productStatus,
  ProductStatus,
  ProductTypeCell,
} from "./product-cells.tsx";
import type { MyProduct } from "./product-form-values.ts";
import { ProductRowActions, type ProductActions } from "./product-row-actions.tsx";
import { productTypeLabel } from "./product-type.ts";
import { useSeesMoney } from "#web/layout/use-role.ts";
import { ordersText } from "./orders-text.ts";
import { loadable } from "#web/ui/loadable.tsx";

// Shown once rows are chosen.
const ExportChosen = loadable(
  async () => (await import("#web/layout/choice/export-chosen.tsx")).ExportChosen,
);

type ProductTableProps = {
  products: readonly MyProduct[];
  actions: ProductActions;
  list: ListState;
  onListChange: (change: Partial<ListState>) => void;
  buttons: ReactNode;
  choice: Choice;
  /** The state that chosen ones are on their way into. */
  changingTo: ProductState | undefined;
  onStates: (ids: readonly string[], state: ProductState) => void;
};

/** The creator's products: a table, or cards on a phone; those that are chosen change their state together. */
export function ProductTable({
  products,
  actions,
  list,
  onListChange,
  buttons,
  choice,
  changingTo,
  onStates,
}: ProductTableProps) {
  const found = useMemo(() => matchingRows(products, list.filter, searchText), [products, list.filter]);
  const shown = useMemo(() => found.map(({ id }) => id), [found]);
  const zone = useZone();
  const seesMoney = useSeesMoney();
  const columns = useMemo(
    () => productColumns(actions, choice, shown, zone).filter(({ id }) => seesMoney || id !== "orders"),
    [actions, choice, shown, zone, seesMoney],
  );
  const columnChoice = useListColumns("PRODUCTS");
  const chosen = shown.filter(choice.isChosen);
  const stateButton = (state: ProductState, label: ReactNode) => (
    <Button
      variant="outline"
      loading={changingTo === state}
      disabled={changingTo !== undefined}
      onClick={() => onStates(chosen, state)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <DataTable
        label="Products"
        columns={columns}
        rows={products}
        rowId={({ id }) => id}
        searchText={searchText}
        list={list}
        onListChange={onListChange}
        actions={buttons}
        columnChoice={columnChoice}
        renderCard={(product) => (
          <ProductCard product={product} actions={actions} choice={choice} shown={shown} />
        )}
      />
      {chosen.length > 0 && (
        <ChoiceBar label="Chosen products" choice={choice} count={chosen.length} total={found.length}>
          <div className="flex grow flex-wrap justify-end gap-2">
            <Suspense fallback={null}>
              <ExportChosen
                url={exportProducts.url}
                choice={{ ids: choice.ids, isAll: choice.isAll && list.filter === "" }}
                ids={chosen}
              />
            </Suspense>
            {stateButton("PUBLISHED", "Activate")}
            {stateButton("DRAFT", "Deactivate")}
            {stateButton(
              "ARCHIVED",
              <>
                <Archive aria-hidden="true" /> Archive
              </>,
            )}
          </div>
        </ChoiceBar>
      )}
    </>
  );
}

type ChooseProps = { product: MyProduct; choice: Choice; shown: readonly string[] };

function ChooseProduct({ product: { id, title }, choice, shown }: ChooseProps) {
  return (
    <ChooseBox
      label={`Choose: ${title}`}
      isChosen={choice.isChosen(id)}
      onChange={(isChosen) => choice.set([id], isChosen, shown)}
    />
  );
}

function productColumns(
  actions: ProductActions,
  choice: Choice,
  shown: readonly string[],
  zone: string,
): DataColumn<MyProduct>[] {
  return [
    chooseColumn({
      choice,
      shown,
      label: "Choose every product",
      cell: (product) => <ChooseProduct product={product} choice={choice} shown={shown} />,
    }),
    {
      id: "product",
      header: "Product",
      isFixed: true,
      value: ({ title }) => title,
      cell: (product) => <ProductCell product={product} onEdit={() => actions.edit(product)} />,
      grow: true,
    },
    {
      id: "type",
      header: "Type",
      value: ({ type }) => productTypeLabel[type],
      cell: ({ type }) => <ProductTypeCell type={type} />,
    },
    {
      id: "price",
      header: "Price",
      value: ({ priceCents }) => priceCents,
      cell: (product) => <ProductPriceCell product={product} />,
    },
    {
      id: "status",
      header: "Status",
      value: productStatus,
      cell: (product) => <ProductStatus product={product} />,
    },
    {
      id: "orders",
      header: "Orders",
      value: ({ orderCount }) => orderCount ?? 0,
      cell: ({ orderCount }) => <span className="tabular-nums">{orderCount?.toLocaleString("en-US")}</span>,
    },
    {
      id: "stock",
      header: "In stock",
      isExtra: true,
      value: ({ trackInventory, inventoryQuantity }) => (trackInventory ? inventoryQuantity : -1),
      cell: ({ trackInventory, inventoryQuantity }) => (
        <span className="tabular-nums">
          {trackInventory ? inventoryQuantity.toLocaleString("en-US") : "—"}
        </span>
      ),
    },
    {
      id: "rating",
      header: "Rating",
      isExtra: true,
      value: ({ rating }) => rating?.average ?? -1,
      cell: ({ rating }) => (
        <span className="whitespace-nowrap tabular-nums">
          {rating ? `${rating.average.toFixed(1)} (${rating.count.toLocaleString("en-US")})` : "—"}
        </span>
      ),
    },
    {
      id: "changed",
      header: "Changed",
      isExtra: true,
      value: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => <DayCell day={dayText(updatedAt, zone)} />,
    },
    {
      id: "created",
      header: "Created",
      isExtra: true,
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <DayCell day={dayText(createdAt, zone)} />,
    },
    {
      id: "actions",
      header: "Actions",
      isFixed: true,
      cell: (product) => <ProductRowActions product={product} actions={actions} />,
      end: true,
    },
  ];
}

const DayCell = ({ day }: { day: string }) => (
  <span className="whitespace-nowrap text-muted-foreground">{day}</span>
);

const searchText = ({ title, slug, type }: MyProduct) => `${title} ${slug} ${productTypeLabel[type]}`;

function ProductCard({ actions, ...chosen }: ChooseProps & { actions: ProductActions }) {
  const { product } = chosen;
  const { type, orderCount } = product;
  return (
    <div className="grid grid-cols-1 gap-3 p-4">
      <div className="flex items-start gap-3">
        <ChooseProduct {...chosen} />
        <div className="min-w-0 grow">
          <ProductCell product={product} onEdit={() => actions.edit(product)} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <ProductTypeCell type={type} />
        <ProductPriceCell product={product} />
        <ProductStatus product={product} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted-foreground">{ordersText(orderCount)}</p>
        <ProductRowActions product={product} actions={actions} />
      </div>
    </div>
  );
}
