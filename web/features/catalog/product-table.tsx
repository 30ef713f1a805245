import { useMemo, type ReactNode } from "react";
import { DataTable, type DataColumn } from "#web/ui/data-table.tsx";
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

type ProductTableProps = {
  products: readonly MyProduct[];
  actions: ProductActions;
  list: ListState;
  onListChange: (change: Partial<ListState>) => void;
  buttons: ReactNode;
};

/** The creator's products: a table, or cards on a phone. */
export function ProductTable({ products, actions, list, onListChange, buttons }: ProductTableProps) {
  const columns = useMemo(() => productColumns(actions), [actions]);
  return (
    <DataTable
      label="Products"
      columns={columns}
      rows={products}
      rowId={({ id }) => id}
      searchText={searchText}
      list={list}
      onListChange={onListChange}
      actions={buttons}
      renderCard={(product) => <ProductCard product={product} actions={actions} />}
    />
  );
}

function productColumns(actions: ProductActions): DataColumn<MyProduct>[] {
  return [
    {
      id: "product",
      header: "Product",
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
      value: ({ orderCount }) => orderCount,
      cell: ({ orderCount }) => <span className="tabular-nums">{orderCount.toLocaleString("en-US")}</span>,
    },
    {
      id: "actions",
      header: "Actions",
      cell: (product) => <ProductRowActions product={product} actions={actions} />,
      end: true,
    },
  ];
}

const searchText = ({ title, slug, type }: MyProduct) => `${title} ${slug} ${productTypeLabel[type]}`;

function ProductCard({ product, actions }: { product: MyProduct; actions: ProductActions }) {
  const { type, orderCount } = product;
  return (
    <div className="grid gap-3 p-4">
      <ProductCell product={product} onEdit={() => actions.edit(product)} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <ProductTypeCell type={type} />
        <ProductPriceCell product={product} />
        <ProductStatus product={product} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-muted-foreground">
          {orderCount === 1 ? "1 order" : `${orderCount.toLocaleString("en-US")} orders`}
        </p>
        <ProductRowActions product={product} actions={actions} />
      </div>
    </div>
  );
}
