import type { ProductPage } from "#contract/catalog/product-page.ts";
import { products } from "#server/database/schema/catalog.ts";
import { getProductForBuyer } from "#server/features/catalog/product-page.ts";
import type { Services } from "#server/services.ts";
import { CourseNotFound, ownCourse } from "./own-course.ts";

/** A creator's own course as its buyers see it, on sale or not. Throws 404 for any other id. */
export async function previewCourse(
  services: Services,
  creatorId: string,
  productId: string,
): Promise<ProductPage> {
  if ((await services.db.$count(products, ownCourse(creatorId, productId))) === 0) throw CourseNotFound();
  return getProductForBuyer(services, productId);
}
