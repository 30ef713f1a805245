import type { FastifyRequest } from "fastify";
import type { ProductPage } from "#contract/catalog.ts";
import { hotStatement } from "#server/database/hot-statement.ts";
import { NotFound } from "#server/errors.ts";
import { canSeeProduct } from "#server/features/access/can-see-product.ts";
import { getProductForBuyer } from "#server/features/catalog/product-page.ts";
import type { Services } from "#server/services.ts";

/** The outline of a course for its proven buyer, on sale or not. Throws the same 404 for everybody else. */
export async function getBoughtCourse(
  services: Services,
  request: FastifyRequest,
  slug: string,
): Promise<ProductPage> {
  const [course] = await selectCourse(services.pool, slug.toLowerCase());
  if (!course || !(await canSeeProduct(services, request, { productId: course.id }))) {
    throw NotFound("Product not found");
  }
  return getProductForBuyer(services, course.id);
}

const selectCourse = hotStatement<{ id: string }, [slug: string]>(
  "courses_select_by_slug",
  "select id from products where slug = $1 and type = 'COURSE'",
);
