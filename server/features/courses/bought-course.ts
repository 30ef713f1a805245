import type { FastifyRequest } from "fastify";
import type { ProductPage } from "#contract/catalog/product-page.ts";
import { NotFound } from "#server/errors.ts";
import { canSeeProduct } from "#server/features/access/can-see-product.ts";
import { getProductForBuyer } from "#server/features/catalog/product-page.ts";
import type { Services } from "#server/services.ts";
import { findCourseId, type NamedCourse } from "./course-id.ts";

/** The outline of a course for its proven buyer, on sale or not. Throws the same 404 for everybody else. */
export async function getBoughtCourse(
  services: Services,
  request: FastifyRequest,
  named: NamedCourse,
): Promise<ProductPage> {
  const courseId = await findCourseId(services, named);
  if (!(await canSeeProduct(services, request, { productId: courseId }))) throw NotFound("Product not found");
  return getProductForBuyer(services, courseId);
}
