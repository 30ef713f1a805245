/** How many paid orders have a line of a product (`id`), in SQL; refunded ones too. Kept up as they are paid. */
export const productOrders = (id: string): string =>
  `(select coalesce(sum(t.count), 0)::int from tallies t where t.subject_id = ${id})`;
