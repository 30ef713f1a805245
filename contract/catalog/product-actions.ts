import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors } from "#contract/team/roles.ts";
import { Id } from "#contract/values.ts";
import { MyProduct } from "./catalog.ts";

const tags = ["Catalog"];
const productId = z.object({ id: Id });

export const duplicateProduct = endpoint({
  method: "POST",
  url: "/api/products/:id/duplicate",
  config: { access: "creator", roles: forEditors, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Copy a product as an inactive one",
    params: productId,
    response: { 201: MyProduct },
  },
});

export const deleteProduct = endpoint({
  method: "DELETE",
  url: "/api/products/:id",
  config: {
    access: "creator",
    roles: forEditors,
    recentSignIn:
      "not needed: what was sold is archived and stays with its buyers, so only drafts are deleted",
  },
  schema: {
    tags,
    summary: "Delete a product; a sold one is archived and stays open to its buyers",
    params: productId,
    response: { 200: z.object({ success: z.literal(true), archived: z.boolean() }) },
  },
});

export const checkSlug = endpoint({
  method: "GET",
  url: "/api/product-slug-available",
  config: { access: "creator", roles: forEditors, limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "Whether a slug is free in the store; for one that is not, or for a title, one that is",
    querystring: z.object({ slug: z.string().max(200), productId: Id.optional() }),
    response: { 200: z.object({ available: z.boolean(), suggestion: z.string().nullable() }) },
  },
});
