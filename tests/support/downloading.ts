import { and, eq } from "drizzle-orm";
import { requestDownloadLink } from "#contract/downloads/downloads.ts";
import { digitalDownloads } from "#server/database/schema/downloads.ts";
import { orderEvents } from "#server/database/schema/order-events.ts";
import type { makeBoughtDownload } from "./bought-download.ts";
import type { TestApp } from "./test-app.ts";

type Bought = Awaited<ReturnType<typeof makeBoughtDownload>>;
export type Proof = { cookies?: Record<string, string>; headers?: Record<string, string> };

/** What tests of downloads ask of an app. */
export function downloading(app: TestApp) {
  const { db } = app.services;
  /** Asks for a link, as the browser that paid unless another proof is given. */
  const ask = (
    bought: Bought,
    proof: Proof = { cookies: bought.cookies },
    body: { sessionToken?: string; customerId?: string } = {},
  ) => app.call(requestDownloadLink, { body: { downloadId: bought.download.id, ...body } }, proof);
  const tokenOf = (answer: Awaited<ReturnType<typeof ask>>) =>
    answer.body.downloadUrl.split("/").at(-1) ?? "";
  const countOf = async ({ download }: Bought) =>
    (await db.select().from(digitalDownloads).where(eq(digitalDownloads.id, download.id)))[0]?.downloadCount;
  const eventsOf = ({ order }: Bought) =>
    db
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, "DOWNLOADED")));

  async function get(token: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
    const response = await app.app.inject({ method, url: `/api/download/${token}`, headers });
    return {
      status: response.statusCode,
      headers: response.headers,
      data: response.rawPayload,
      text: response.body,
    };
  }
  return { ask, tokenOf, countOf, eventsOf, get };
}
