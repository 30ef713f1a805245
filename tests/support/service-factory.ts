import type { ServiceTerms } from "#contract/work-orders/service-terms.ts";
import type { products } from "#server/database/schema/catalog.ts";
import type { Services } from "#server/services.ts";
import { makeProduct } from "./factories.ts";

/** Two questions, of which the first has to be answered, and five days. */
export const serviceTerms = (fields: Partial<ServiceTerms> = {}): ServiceTerms => ({
  deliveryDays: 5,
  questions: [
    { id: "q1", kind: "LONG", label: "What do you need?", required: true, choices: [] },
    { id: "q2", kind: "CHOICE", label: "Which size?", required: false, choices: ["Small", "Large"] },
  ],
  ...fields,
});

/** A service on sale that asks its buyers for a brief. */
export const makeService = (
  app: { services: Services },
  terms: Partial<ServiceTerms> = {},
  fields: Partial<typeof products.$inferInsert> = {},
) =>
  makeProduct(app, {
    type: "SERVICE",
    title: "A logo",
    priceCents: 5_000,
    ...fields,
    serviceTerms: serviceTerms(terms),
  });
