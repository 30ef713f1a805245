import { z } from "zod";
import * as reports from "#contract/mailings/mailing-report.ts";
import * as contract from "#contract/mailings/mailings.ts";
import { resolveTexts } from "#server/doctor/check-mail-domain.ts";
import { NotFound } from "#server/errors.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import { createReadLimiter } from "#server/http/rate-limits.ts";
import { sendInFrame } from "#server/mail/send-in-frame.ts";
import { traceCall } from "#server/operation/traces/trace-work.ts";
import type { Services } from "#server/services.ts";
import { automaticMailRoutes } from "./automatic/automatic-routes.ts";
import { reminderRoutes } from "./reminders/reminder-routes.ts";
import { checkMailing } from "./check-mailing.ts";
import { senderCheck, type SenderCheck } from "./check-sender.ts";
import { countAudience } from "./count-audience.ts";
import { getMailingReport, listRecipients } from "./mailing-report.ts";
import { openMailingLink, recordMailingClick } from "./open-mailing-link.ts";
import { previewMailing, sendTestMailing } from "./preview-mailing.ts";
import { getMailing, listMailings } from "./read-mailings.ts";
import { scheduleMailing, stopMailing, unscheduleMailing } from "./schedule-mailing.ts";
import { createMailing, deleteMailing, updateMailing } from "./write-mailing.ts";

const success = { success: true as const };

/** What a creator writes to many people, and what came of it. */
export function mailingRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listMailings,
    handler: (request) => listMailings(services, creatorOf(request), request.query.cursor),
  });
  app.route({
    ...contract.createMailing,
    async handler(request, reply) {
      return reply.status(201).send(await createMailing(services, creatorOf(request), request.body));
    },
  });
  app.route({
    ...contract.getMailing,
    handler: (request) => getMailing(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.updateMailing,
    handler: (request) => updateMailing(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.deleteMailing,
    handler: (request) => deleteMailing(services, creatorOf(request), request.params.id),
  });
  const senderWarnings = senderCheck(services.config, (name) =>
    traceCall(services.tracer, "dns txt", () => resolveTexts(name)),
  );
  sendingRoutes(app, services, senderWarnings);
  automaticMailRoutes(app, services, senderWarnings);
  reminderRoutes(app, services);
  readerRoutes(app, services);
}

function sendingRoutes(app: App, services: Services, senderWarnings: SenderCheck): void {
  app.route({
    ...contract.countAudience,
    handler: (request) => countAudience(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.checkMailing,
    async handler(request) {
      const checked = await checkMailing(services, creatorOf(request), request.params.id);
      return { ...checked, problems: [...checked.problems, ...(await senderWarnings())] };
    },
  });
  app.route({
    ...contract.previewMailing,
    async handler(request, reply) {
      const { as } = request.query;
      const mail = await previewMailing(services, creatorOf(request), request.params.id, as);
      return sendInFrame(reply, mail, as === "text" ? "text" : "html");
    },
  });
  app.route({
    ...contract.sendTestMailing,
    async handler(request) {
      await sendTestMailing(services, signedInOf(request), request.params.id);
      return success;
    },
  });
  app.route({
    ...contract.scheduleMailing,
    handler: (request) => scheduleMailing(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.unscheduleMailing,
    handler: (request) => unscheduleMailing(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.stopMailing,
    handler: (request) => stopMailing(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...reports.getMailingReport,
    handler: (request) => getMailingReport(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...reports.listRecipients,
    handler: (request) => listRecipients(services, creatorOf(request), request.params.id, request.query),
  });
}

function readerRoutes(app: App, services: Services): void {
  // Shares its counter with pages, which an unknown link ends with.
  const { within: withinReadLimit } = createReadLimiter(services, services.config.rateLimitFactor);
  app.get(
    "/r/:token",
    { schema: { hide: true, params: z.object({ token: z.string() }) } },
    async (request, reply) => {
      await withinReadLimit(request);
      if (await openMailingLink(services, request, reply, request.params.token)) return reply;
      if (reply.sendPage) return reply.sendPage();
      throw NotFound();
    },
  );
  app.route({
    ...reports.recordMailingClick,
    async handler(request) {
      await recordMailingClick(services, request.body.token);
      return success;
    },
  });
}
