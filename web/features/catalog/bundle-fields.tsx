import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useController } from "react-hook-form";
import { isolated } from "#contract/isolated.ts";
import { type BundlePart, listMyProducts, type PartObstacle } from "#contract/catalog/catalog.ts";
import { mostParts } from "#contract/catalog/bundle-size.ts";
import { apiQuery } from "#web/api.ts";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";
import { type MyProduct, useProductFields } from "./product-form-values.ts";
import { Section } from "./product-form-section.tsx";
import { productTypeLabel } from "./product-type.ts";

/** What a bundle consists of, in its order: products of the same creator, chosen one by one. */
export function BundleFields({ product }: { product: MyProduct | undefined }) {
  const { control } = useProductFields();
  const {
    field: { value: ids, onChange, ref },
    fieldState,
  } = useController({ control, name: "partIds" });
  const { data = [], isPending } = useQuery(apiQuery(listMyProducts));
  const parts = ids.flatMap((id) => partOf(id, product, data) ?? []);
  const rest = data.filter(
    (other) => canBePart(other) && other.id !== product?.id && !ids.includes(other.id),
  );
  // What was deleted in another tab is gone here with the next change.
  const there = isPending ? ids : parts.map(({ id }) => id);
  const sumCents = parts.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return (
    <Section title="In this bundle">
      <p className="text-sm text-muted-foreground">
        Buyers pay one price and get each of them. Memberships, sessions and other bundles cannot be in one.
      </p>
      {parts.length > 0 && (
        <div className="rounded-2xl border border-border">
          <SortableList
            label="In this bundle"
            items={parts}
            idOf={({ id }) => id}
            nameOf={({ title }) => title}
            onReorder={onChange}
          >
            {(part, handles) => (
              <div className="flex items-center gap-3 py-1 pr-2 pl-4 text-sm">
                <div className="grid min-w-0 grow gap-0.5 py-1">
                  <span dir="auto" className="font-medium wrap-anywhere">
                    {part.title}
                  </span>
                  <span className="text-muted-foreground">
                    {productTypeLabel[part.type]} · {priceOf(part)}
                  </span>
                  {part.obstacle && (
                    <span className="font-medium text-warning-soft-foreground">
                      {obstacles[part.obstacle]}
                    </span>
                  )}
                </div>
                {handles}
                <IconButton
                  label={`Take out: ${part.title}`}
                  onClick={() => onChange(there.filter((id) => id !== part.id))}
                >
                  <Trash2 />
                </IconButton>
              </div>
            )}
          </SortableList>
        </div>
      )}
      <Field
        label="Add a product"
        hint={
          parts.length >= mostParts
            ? `A bundle holds at most ${mostParts} products.`
            : !isPending && rest.length === 0 && parts.length < 2
              ? "You need two other products for a bundle. Create them first."
              : undefined
        }
        error={fieldState.error?.message}
      >
        <NativeSelect
          ref={ref}
          value=""
          disabled={isPending || rest.length === 0 || parts.length >= mostParts}
          onChange={({ target }) => target.value && onChange([...there, target.value])}
        >
          <option value="">{isPending ? "Loading…" : "Choose a product"}</option>
          {rest.map(({ id, title, active }) => (
            <option dir="auto" key={id} value={id}>
              {active ? title : `${isolated(title)} (inactive)`}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {parts.length > 1 && (
        <p className="text-sm text-muted-foreground">
          By themselves they cost {formatMoney(sumCents, "usd")} together. A sale's price is shared out by
          that.
        </p>
      )}
    </Section>
  );
}

/** What is deleted meanwhile is known of the product alone, as it was opened. */
function partOf(
  id: string,
  product: MyProduct | undefined,
  mine: readonly MyProduct[],
): BundlePart | undefined {
  const known = product?.parts.find((part) => part.id === id);
  const own = mine.find((other) => other.id === id);
  if (!own) return known;
  const obstacle = own.active ? (known?.obstacle ?? null) : "OFF_SALE";
  return { id, title: own.title, type: own.type, priceCents: own.priceCents, obstacle };
}

const canBePart = ({ type }: MyProduct): boolean =>
  type !== "BUNDLE" && type !== "MEMBERSHIP" && type !== "BOOKING_LINK";

const priceOf = ({ priceCents }: BundlePart) => (priceCents === 0 ? "Free" : formatMoney(priceCents, "usd"));

const obstacles: Record<PartObstacle, string> = {
  ARCHIVED: "Deleted: take it out, or bring it back under Archived",
  OFF_SALE: "Not on sale: the bundle cannot be sold with it",
  COMING_SOON: "Still to come: the bundle cannot be sold before",
  BEGUN: "Has begun: the bundle cannot be sold with it",
  NO_LESSONS: "Has no lessons: the bundle cannot be sold with it",
};
