import { type listMyProducts, MyProduct } from "#contract/catalog/catalog.ts";
import type { Output } from "#web/api.ts";
import { example, exampleId } from "./example.ts";

type Product = Output<typeof listMyProducts>[number];

/** A creator's service that is on sale, with these facts. */
export const exampleProduct = (facts: Partial<Product> = {}): Product =>
  example(MyProduct, {
    id: exampleId(),
    title: "Field notes",
    slug: "field-notes",
    type: "SERVICE",
    currency: "usd",
    billingInterval: "ONE_TIME",
    descriptionDocument: { type: "doc", content: [{ type: "paragraph", content: [] }] },
    downloadButtonText: "Download Here",
    priceCents: 1_900,
    active: true,
    state: "PUBLISHED",
    allowOrderBumps: true,
    maxOrderBumps: 3,
    allowUpsells: true,
    maxUpsells: 5,
    revision: 1,
    ...facts,
  });
