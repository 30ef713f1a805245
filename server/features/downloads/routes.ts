import * as contract from "#contract/downloads/downloads.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { announceFile } from "./announce-file.ts";
import { getFileNews } from "./file-news.ts";
import { listOrderDownloads } from "./list-downloads.ts";
import { listProductDownloads } from "./list-product-downloads.ts";
import { renewDownload } from "./renew-download.ts";
import { requestDownloadLink } from "./request-link.ts";
import { sendDownload } from "./send-download.ts";

/** What buyers do with the files they bought, and what their sellers can do for them. */
export function downloadRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listOrderDownloads,
    handler: (request) => listOrderDownloads(services, request, request.query.orderId),
  });
  app.route({
    ...contract.requestDownloadLink,
    handler: (request) => requestDownloadLink(services, request, request.body),
  });
  app.route({
    ...contract.renewDownload,
    handler: (request) => renewDownload(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.listProductDownloads,
    handler: (request) =>
      listProductDownloads(services, creatorOf(request), request.params.id, request.query),
  });
  app.route({
    ...contract.getFileNews,
    handler: (request) => getFileNews(services, services.pool, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.announceFile,
    handler: (request) => announceFile(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.downloadFile,
    handler: (request, reply) => sendDownload(services, request.params.token, request, reply),
  });
}
