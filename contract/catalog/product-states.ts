import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors } from "#contract/team/roles.ts";
import { Id } from "#contract/values.ts";

/** Whether a product is on sale, is being worked on, or is hidden from all but its buyers. */
export const ProductState = z.enum(["DRAFT", "PUBLISHED", "ARCHIVED"]);
export type ProductState = z.infer<typeof ProductState>;

const changes = z.array(z.object({ id: Id, state: ProductState }));

export const setProductStates = endpoint({
  method: "PUT",
  url: "/api/my-products/states",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 30, seconds: 60 },
    recentSignIn: notNeeded.editing,
  },
  schema: {
    tags: ["Catalog"],
    summary:
      "Put several products on sale, back to drafts or into the archive, each for itself: what cannot be done is said beside what was",
    body: z.object({ products: changes.min(1).max(100) }),
    response: {
      200: z.object({
        /** The state of before, to take it back. */
        changed: changes,
        refused: z.array(z.object({ id: Id, message: z.string() })),
      }),
    },
  },
});
