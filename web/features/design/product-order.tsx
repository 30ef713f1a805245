import { useQuery } from "@tanstack/react-query";
import { mostOrdered } from "#contract/design/looks.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";
import { inOrder } from "./in-order.ts";

type Props = { order: readonly string[]; onChange: (order: string[]) => void };

/** The products in the order of the shelf, by drag and by keys; those that are not on sale have no place in it. */
export function ProductOrder({ order, onChange }: Props) {
  const { data = [] } = useQuery(apiQuery(listMyProducts));
  const onSale = inOrder(
    data.filter(({ state }) => state === "PUBLISHED"),
    order,
  );
  if (onSale.length < 2) return null;
  return (
    <Card>
      <CardHeader title="Order of products" description="Drag them, or press the arrows." />
      <CardBody className="pt-2">
        <SortableList
          label="Products"
          items={onSale}
          idOf={({ id }) => id}
          nameOf={({ title }) => title}
          onReorder={(ids) => onChange(ids.slice(0, mostOrdered))}
        >
          {({ title }, handles) => (
            <div className="flex min-h-12 items-center gap-3 py-1 text-sm">
              <span dir="auto" className="grow wrap-anywhere">
                {title}
              </span>
              {handles}
            </div>
          )}
        </SortableList>
      </CardBody>
    </Card>
  );
}
