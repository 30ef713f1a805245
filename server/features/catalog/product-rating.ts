/** SQL: what buyers say of a product, as JSON `{ average, count }`; null where nobody has rated it. */
export const productRating = (productId: string): string => `(
  select json_build_object('average', round(avg(r.rating), 1)::float8, 'count', count(*))
    from counted_reviews r where r.product_id = ${productId} having count(*) > 0)`;
