import type { Picture } from "#contract/values.ts";
import type { images, ImageVariant } from "#server/database/schema/accounts.ts";

/** What of an image's row is needed to show it. */
export type StoredPicture = Pick<typeof images.$inferSelect, "id" | "width" | "height" | "variants" | "alt">;

/**
 * An image for `<picture>`: one JPEG as `src`, and the widths of each better encoding as a `srcset`, all of them fetched
 * from `folder`. Null stays null.
 */
export function pictureOf(image: StoredPicture, folder?: string): Picture;
export function pictureOf(image: StoredPicture | null, folder?: string): Picture | null;
export function pictureOf(image: StoredPicture | null, folder = "/images"): Picture | null {
  if (!image) return null;
  const { id, width, height, variants, alt } = image;
  const urlOf = (variant: Encoding) => `${folder}/${id}/${variant.width}.${variant.format}`;
  const sourceSet = (format: ImageVariant["format"]) =>
    variants
      .filter((variant) => variant.format === format)
      .map((variant) => `${urlOf(variant)} ${variant.width}w`)
      .join(", ");
  const fallback = variants.findLast(({ format }) => format === "jpeg") ?? variants.at(-1);
  return {
    src: fallback ? urlOf(fallback) : "",
    avif: sourceSet("avif"),
    webp: sourceSet("webp"),
    width,
    height,
    alt,
  };
}

type Encoding = Pick<ImageVariant, "width" | "format">;
