import * as contract from "#contract/mailings/automatic-mails.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import { framePolicy } from "#server/mail/frame-policy.ts";
import type { Services } from "#server/services.ts";
import { checkAutomaticMail, previewAutomaticMail, sendTestAutomaticMail } from "./preview-automatic-mail.ts";
import { getAutomaticMail, listAutomaticMails } from "./read-automatic-mails.ts";
import {
  createAutomaticMail,
  deleteAutomaticMail,
  switchAutomaticMail,
  updateAutomaticMail,
} from "./write-automatic-mail.ts";

const success = { success: true as const };

/** What is sent by itself, when something happened. */
export function automaticMailRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listAutomaticMails,
    handler: (request) => listAutomaticMails(services, creatorOf(request)),
  });
  app.route({
    ...contract.createAutomaticMail,
    async handler(request, reply) {
      return reply.status(201).send(await createAutomaticMail(services, creatorOf(request), request.body));
    },
  });
  app.route({
    ...contract.getAutomaticMail,
    handler: (request) => getAutomaticMail(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.updateAutomaticMail,
    handler: (request) => updateAutomaticMail(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.switchAutomaticMail,
    handler: (request) =>
      switchAutomaticMail(services, creatorOf(request), request.params.id, request.body.isOn),
  });
  app.route({
    ...contract.deleteAutomaticMail,
    async handler(request) {
      await deleteAutomaticMail(services, creatorOf(request), request.params.id);
      return success;
    },
  });
  app.route({
    ...contract.checkAutomaticMail,
    handler: (request) => checkAutomaticMail(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.previewAutomaticMail,
    async handler(request, reply) {
      const { as } = request.query;
      const mail = await previewAutomaticMail(services, creatorOf(request), request.params.id, as);
      return reply
        .type(as === "text" ? "text/plain; charset=utf-8" : "text/html; charset=utf-8")
        .header("content-security-policy", framePolicy)
        .header("x-frame-options", "SAMEORIGIN")
        .send(mail);
    },
  });
  app.route({
    ...contract.sendTestAutomaticMail,
    async handler(request) {
      await sendTestAutomaticMail(services, creatorOf(request), request.params.id);
      return success;
    },
  });
}
