import { listOrderDownloads } from "#contract/downloads/downloads.ts";
import { apiQuery } from "#web/api.ts";

/** The files and links of an order; `proof` is the receipt's token, where that opened it. */
export const orderDownloadsQuery = (orderId: string, proof: string | undefined) =>
  apiQuery(
    listOrderDownloads,
    { querystring: { orderId } },
    { headers: proof ? { "x-order-proof": proof } : {} },
  );
