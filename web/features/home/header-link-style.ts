/** A link at the right of a card's heading. */
export const headerLinkStyle =
  "rounded-sm text-sm font-medium text-brand-soft-foreground underline-offset-4 hover:underline pointer-coarse:py-3";
