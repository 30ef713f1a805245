/** A row of a card that leads on as a whole. */
export const rowLinkStyle =
  "flex items-center gap-3 rounded-xl px-2 py-2.5 transition-colors hover:bg-accent focus-visible:-outline-offset-2";
