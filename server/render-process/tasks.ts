import type { renderProductCard, renderStoreCard } from "#server/images/social-card.ts";
import type { encodeImageVariants } from "#server/images/encode-image-variants.ts";
import type { pictureColors } from "#server/images/picture-colors.ts";
import type { drawReceipt } from "#server/features/orders/receipt-pdf/draw-receipt.ts";

/** What the render process can do: each takes and gives what a message between processes can carry. */
export type RenderTasks = {
  encodeImageVariants: typeof encodeImageVariants;
  pictureColors: typeof pictureColors;
  renderStoreCard: typeof renderStoreCard;
  renderProductCard: typeof renderProductCard;
  drawReceipt: typeof drawReceipt;
};

export type RenderRequest = { id: number; task: keyof RenderTasks; input: unknown[] };

/** `fields`: what was wrong with the input, as `Invalid` says it. */
export type RenderAnswer = { id: number } & (
  | { output: unknown }
  | { fields: Record<string, string> }
  | { failure: string }
);
