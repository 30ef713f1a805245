import type { Picture } from "#contract/values.ts";
import type { images, ImageVariant } from "#server/database/schema/accounts.ts";

/** What of an image's row is needed to show it. */
export type StoredPicture = Pick<typeof images.$inferSelect, "id" | "width" | "height" | "variants" | "alt">;

/** An image for `<picture>`: one JPEG as `src`, and the widths of each better encoding as a `srcset`. Null stays null. */
export function pictureOf(image: StoredPicture | null): Picture | null {
  if (!image) return null;
  const { id, width, height, variants, alt } = image;
  const fallback = variants.findLast(({ format }) => format === "jpeg") ?? variants.at(-1);
  return {
    src: fallback ? imageUrl(id, fallback) : "",
    avif: sourceSet(id, variants, "avif"),
    webp: sourceSet(id, variants, "webp"),
    width,
    height,
    alt,
  };
}

const imageUrl = (id: string, { width, format }: Pick<ImageVariant, "width" | "format">) =>
  `/images/${id}/${width}.${format}`;

const sourceSet = (id: string, variants: ImageVariant[], format: ImageVariant["format"]) =>
  variants
    .filter((variant) => variant.format === format)
    .map((variant) => `${imageUrl(id, variant)} ${variant.width}w`)
    .join(", ");
