/** "12 orders"; nothing where it is not shown to whoever looks. */
export const ordersText = (count: number | null): string =>
  count === null ? "" : count === 1 ? "1 order" : `${count.toLocaleString("en-US")} orders`;
