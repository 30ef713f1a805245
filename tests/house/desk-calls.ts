import type { IdCall } from "./creator-calls.ts";

/** What a creator does to several rows of a list at once, and to its filters. */
export const deskCalls: Record<string, IdCall> = {
  "POST /api/deletions/:id/undo": { ids: { "params.id": "deletion" } },
  "DELETE /api/saved-filters/:id": { ids: { "params.id": "savedFilter" } },
  "DELETE /api/dm-conversations/:id/tags/:tagId": {
    ids: { "params.id": "conversation", "params.tagId": "tag" },
  },
  "POST /api/to-ship/shipped": {
    ids: { "body.lineIds": "orderLine" },
    lists: ["body.lineIds"],
    body: () => ({}),
  },
  "PUT /api/my-products/states": {
    ids: { "body.products": "product" },
    within: { "body.products": (id) => [{ id, state: "DRAFT" }] },
    body: () => ({}),
  },
};
