import { useQuery } from "@tanstack/react-query";
import { Gift, PackageOpen } from "lucide-react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { type OfferKind, offerTexts } from "./offer-kinds.ts";
import { OffersOfProduct } from "./offers-of-product.tsx";
import { choiceName, type ProductChoice } from "./product-choice.ts";
import { useOfferAddress } from "./use-offer-address.ts";

const subTabs = [
  { value: "order-bumps", label: "Order Bumps" },
  { value: "upsells", label: "Upsells" },
] as const satisfies { value: OfferKind; label: string }[];

/** The Offers tab of /admin: order bumps and upsells, product by product. */
export function OffersTab() {
  const { data: products, isError, refetch } = useQuery(apiQuery(listMyProducts));
  const { kind, showKind } = useOfferAddress();
  return (
    <Tabs label="Offers" variant="pill" tabs={subTabs} value={kind} onValueChange={showKind}>
      {subTabs.map(({ value }) => (
        <TabPanel key={value} value={value}>
          {isError ? (
            <Card>
              <EmptyState
                icon={Gift}
                title="Your products could not be loaded"
                level={2}
                action={<Button onClick={() => void refetch()}>Try again</Button>}
              />
            </Card>
          ) : !products ? (
            <Skeleton className="h-48 w-full" />
          ) : products.length === 0 ? (
            <Card>
              <EmptyState
                icon={PackageOpen}
                title="No Products Yet"
                level={2}
                action={<LinkButton href="/admin?tab=products&product=new">Add Product</LinkButton>}
              >
                Offers go with a product: add the one people come for first, then what goes well with it.
              </EmptyState>
            </Card>
          ) : (
            <OffersOfKind kind={value} products={products} />
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}

function OffersOfKind({ kind, products }: { kind: OfferKind; products: readonly ProductChoice[] }) {
  const { productId, showProduct } = useOfferAddress();
  const { carrier, carrierHint, plural, noun } = offerTexts[kind];
  const product = products.find(({ id }) => id === productId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Field label={carrier} hint={carrierHint} className="max-w-md">
        <NativeSelect value={product?.id ?? ""} onChange={(event) => showProduct(event.currentTarget.value)}>
          <option value="">Select a product</option>
          {products.map((choice) => (
            <option dir="auto" key={choice.id} value={choice.id}>
              {choiceName(choice)}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {product ? (
        <OffersOfProduct key={product.id} kind={kind} product={product} products={products} />
      ) : (
        <Card>
          <EmptyState icon={Gift} title={`Select a product to see its ${plural.toLowerCase()}`} level={2}>
            Every {noun} belongs to one product. Choose it above.
          </EmptyState>
        </Card>
      )}
    </div>
  );
}
