import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors } from "#contract/team/roles.ts";
import { Id } from "#contract/values.ts";
import { ProductType } from "./catalog.ts";

const tags = ["Catalog"];

/** A product that is hidden from all but its buyers. */
export const ArchivedProduct = z.object({
  id: Id,
  title: z.string(),
  type: ProductType,
  /** Null for who sees no money of the store. */
  orderCount: z.int().nullable(),
});
export type ArchivedProduct = z.infer<typeof ArchivedProduct>;

export const listArchivedProducts = endpoint({
  method: "GET",
  url: "/api/my-products/archived",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "The creator's archived products, the newest first",
    response: { 200: z.array(ArchivedProduct) },
  },
});

export const archiveProduct = endpoint({
  method: "PUT",
  url: "/api/products/:id/archived",
  config: { access: "creator", roles: forEditors, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Hide a product from all but its buyers, or bring it back as a draft",
    params: z.object({ id: Id }),
    body: z.object({ isArchived: z.boolean() }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
