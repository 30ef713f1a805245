import { buyerSessions } from "#server/database/schema/access.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import { makeCourse } from "./course-factory.ts";
import { makeOrder } from "./order-factory.ts";
import type { TestApp } from "./test-app.ts";

export type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };
type Course = Awaited<ReturnType<typeof makeCourse>>;
type OrderFields = NonNullable<Parameters<typeof makeOrder>[1]>;

/** A purchase of a course, in a browser of its own unless the browser's token is given. */
export async function buyCourse(
  app: TestApp,
  course: Course,
  { browser = newToken(), ...fields }: { browser?: string } & Omit<OrderFields, "items" | "browserHash"> = {},
) {
  const order = await makeOrder(app, {
    ...fields,
    items: [{ product: course }],
    browserHash: hashToken(browser),
  });
  const receipt: Proof = {
    headers: { "x-order-id": order.id, "x-order-proof": receiptToken(app.services.secret, order.id) },
  };
  return { order, browser, paid: { cookies: { co: browser } } satisfies Proof, receipt };
}

/** The cookie of a browser in which a buyer has proved their address, for a day. */
export async function proveAddress(app: TestApp, customerId: string): Promise<Proof> {
  const token = newToken();
  await app.services.db.insert(buyerSessions).values({
    tokenHash: hashToken(token),
    kind: "COOKIE",
    customerId,
    expiresAt: new Date(app.clock.now().getTime() + 86_400_000),
  });
  return { cookies: { buyer: token } };
}

/** A course that was just bought, and every way of proving it. */
export async function makeBoughtCourse(app: TestApp, fields: Parameters<typeof makeCourse>[1] = {}) {
  const course = await makeCourse(app, fields);
  const { order, browser, paid, receipt } = await buyCourse(app, course);
  const verified = await proveAddress(app, order.customerId);
  const bearer: Proof = { headers: { authorization: `Bearer ${verified.cookies?.["buyer"]}` } };
  const proofs = { paid, verified, bearer, receipt };
  return { course, order, browser, proofs };
}

/** What a stranger who knows everything but the secrets may try. */
export const guessesAt = (order: { id: string; customerId: string }): Proof[] => [
  {},
  { cookies: { co: newToken(), buyer: newToken() }, headers: { authorization: `Bearer ${newToken()}` } },
  {
    cookies: { co: order.id, buyer: order.customerId },
    headers: { authorization: `Bearer ${order.id}`, "x-order-proof": order.id, "x-order-id": order.id },
  },
  { headers: { "x-order-id": order.id, "x-order-proof": newToken() } },
];
