import * as contract from "#contract/downloads/downloads.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import { shownBuyers } from "#server/http/roles.ts";
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
    async handler(request) {
      const asking = signedInOf(request);
      const news = await getFileNews(services, services.pool, asking.creatorId, request.params.id);
      return {
        ...news,
        pastBuyers: shownBuyers(asking, news.pastBuyers),
        untold: shownBuyers(asking, news.untold),
      };
    },
  });
  app.route({
    ...contract.announceFile,
    async handler(request) {
      const asking = signedInOf(request);
      const { recipients } = await announceFile(services, asking.creatorId, request.params.id);
      return { recipients: shownBuyers(asking, recipients) };
    },
  });
  app.route({
    ...contract.downloadFile,
    handler: (request, reply) => sendDownload(services, request.params.token, request, reply),
  });
}
