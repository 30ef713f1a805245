import type { MyProduct } from "#contract/catalog/catalog.ts";
import type { CsvColumn } from "#server/http/csv.ts";

/** What a table of the creator's products says of each. */
export const productColumns: readonly CsvColumn<MyProduct>[] = [
  { header: "Title", value: ({ title }) => title },
  { header: "Slug", value: ({ slug }) => slug },
  { header: "Description", value: ({ description }) => description },
  { header: "Type", value: ({ type }) => type },
  { header: "Price (USD)", value: ({ priceCents }) => priceCents / 100 },
  {
    header: "Original price (USD)",
    value: ({ originalPriceCents }) => (originalPriceCents === null ? null : originalPriceCents / 100),
  },
  {
    header: "Suggested price (USD)",
    value: ({ suggestedPriceCents }) => (suggestedPriceCents === null ? null : suggestedPriceCents / 100),
  },
  { header: "Billing", value: ({ billingInterval }) => billingInterval },
  {
    header: "Yearly price (USD)",
    value: ({ yearlyPriceCents }) => (yearlyPriceCents === null ? null : yearlyPriceCents / 100),
  },
  { header: "Free trial (days)", value: ({ trialDays }) => (trialDays === 0 ? null : trialDays) },
  { header: "Active", value: ({ active }) => active },
  { header: "Featured", value: ({ featured }) => featured },
  { header: "Orders", value: ({ orderCount }) => orderCount },
  // What is not counted has no number.
  {
    header: "In stock",
    value: ({ trackInventory, inventoryQuantity }) => (trackInventory ? inventoryQuantity : null),
  },
  { header: "Consists of", value: ({ parts }) => parts.map(({ title }) => title).join(", ") || null },
  {
    header: "File",
    value: ({ digitalFileName, digitalFileExternalUrl }) => digitalFileName ?? digitalFileExternalUrl,
  },
  { header: "Created", value: ({ createdAt }) => createdAt },
  { header: "Changed", value: ({ updatedAt }) => updatedAt },
];

/** Those of some ids; all of them without any. */
export const chosenOf = (products: MyProduct[], ids: readonly string[] | undefined): MyProduct[] =>
  ids ? products.filter(({ id }) => ids.includes(id)) : products;
