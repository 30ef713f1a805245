/** SQL that sorts an order's lines as its buyer put them together: what was bought first, then its add-ons as they came. */
export const inLineOrder = (line: string): string =>
  `${line}.item_type <> 'MAIN', ${line}.created_at, ${line}.position, ${line}.id`;
