/** SQL: the number by which people know an order, of its creator's 1001 and on. `order` names a row of `orders`. */
export const orderNumber = (order: string): string =>
  `(select known.number from order_numbers known where known.order_id = ${order}.id)`;
