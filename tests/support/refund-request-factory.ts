import type { orderItems } from "#server/database/schema/orders.ts";
import { refundRequests } from "#server/database/schema/refund-requests.ts";
import type { TestApp } from "./test-app.ts";

type Line = Pick<typeof orderItems.$inferSelect, "id" | "ownerId" | "orderId">;

/** A request for the money of a line, which waits for its answer. */
export async function makeRefundRequest({ services, clock }: TestApp, line: Line | undefined) {
  if (!line) throw new Error("there is no line to ask for");
  const [request] = await services.db
    .insert(refundRequests)
    .values({
      ownerId: line.ownerId,
      orderId: line.orderId,
      orderItemId: line.id,
      message: "Not for me",
      isPromised: true,
      answerBy: new Date(clock.now().getTime() + 3 * 86_400_000),
      createdAt: clock.now(),
    })
    .returning();
  if (!request) throw new Error("a refund request was not made");
  return request;
}
