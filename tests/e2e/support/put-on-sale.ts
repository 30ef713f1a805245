import { expect, type APIRequestContext } from "@playwright/test";

/** Puts a course on sale by the API, once it has a lesson. */
export async function putOnSale(request: APIRequestContext, productId: string): Promise<void> {
  const answer = await request.put(`/api/products/${productId}`, { data: { active: true } });
  expect(answer.status(), await answer.text()).toBe(200);
}
