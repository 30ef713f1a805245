import { z } from "zod";
import { Id, oneLine, Picture } from "#contract/values.ts";

/** Beside the cover: eight pictures in all. */
export const mostPictures = 7;

/** A picture of a product's page beside its cover, and what it shows, in words. */
export const ProductPicture = z.object({
  /** An upload of kind `cover`. */
  imageId: Id,
  alt: oneLine(200).default(""),
});

export const ProductPictures = z
  .array(ProductPicture)
  .max(mostPictures, `At most ${mostPictures} pictures beside the cover`)
  .refine((pictures) => new Set(pictures.map(({ imageId }) => imageId)).size === pictures.length, {
    message: "A picture stands there once",
  });

/** As its creator sees it. */
export const MyProductPicture = ProductPicture.required().extend({ picture: Picture });
