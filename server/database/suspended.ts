/** SQL: whether the store of a creator is closed: it is to be deleted, or suspended. */
export const isStoreClosed = (ownerId: string): string =>
  `exists (select from closed_stores x where x.owner_id = ${ownerId})`;

/** SQL: whether the store of a creator is suspended. */
export const isStoreSuspended = (ownerId: string): string =>
  `exists (select from store_suspensions x where x.owner_id = ${ownerId})`;

/** SQL: whether a row `product` of `products` was on sale when its store was suspended, and is again once that is over. */
export const isSuspended = (product: string): string =>
  `(${product}.state = 'DRAFT' and exists (
     select from store_suspensions x where x.owner_id = ${product}.owner_id and x.closed_with -> 'productIds' ? ${product}.id::text))`;
