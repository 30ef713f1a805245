import { HttpError } from "#server/errors.ts";
import type { RenderAnswer, RenderRequest, RenderTasks } from "./tasks.ts";

/** Far above what a picture of 50 megapixels takes. One that takes more ends this process, and not the web's. */
const mostBytes = 900 * 1024 * 1024;

const loaders: { [Task in keyof RenderTasks]: () => Promise<RenderTasks[Task]> } = {
  encodeImageVariants: async () =>
    (await import("#server/images/encode-image-variants.ts")).encodeImageVariants,
  pictureColors: async () => (await import("#server/images/picture-colors.ts")).pictureColors,
  renderStoreCard: async () => (await import("#server/images/social-card.ts")).renderStoreCard,
  renderProductCard: async () => (await import("#server/images/social-card.ts")).renderProductCard,
  drawReceipt: async () => (await import("#server/features/orders/receipt-pdf/draw-receipt.ts")).drawReceipt,
};

setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) process.exit(1);
}, 100).unref();
// Whoever asked has ended, killed or not.
process.on("disconnect", () => process.exit());
process.on("message", (request: RenderRequest) => {
  void answer(request).then((answered) => process.send?.(answered));
});

async function answer({ id, task, input }: RenderRequest): Promise<RenderAnswer> {
  try {
    const work = (await loaders[task]()) as (...input: unknown[]) => Promise<unknown>;
    return { id, output: await work(...input) };
  } catch (error) {
    if (error instanceof HttpError && error.fields) return { id, fields: error.fields };
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
