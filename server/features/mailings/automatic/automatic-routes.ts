import * as contract from "#contract/mailings/automatic-mails.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import { sendInFrame } from "#server/mail/send-in-frame.ts";
import type { SenderCheck } from "#server/features/mailings/check-sender.ts";
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
export function automaticMailRoutes(app: App, services: Services, senderWarnings: SenderCheck): void {
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
    async handler(request) {
      const problems = await checkAutomaticMail(services, creatorOf(request), request.params.id);
      return [...problems, ...(await senderWarnings())];
    },
  });
  app.route({
    ...contract.previewAutomaticMail,
    async handler(request, reply) {
      const { as } = request.query;
      const mail = await previewAutomaticMail(services, creatorOf(request), request.params.id, as);
      return sendInFrame(reply, mail, as === "text" ? "text" : "html");
    },
  });
  app.route({
    ...contract.sendTestAutomaticMail,
    async handler(request) {
      await sendTestAutomaticMail(services, signedInOf(request), request.params.id);
      return success;
    },
  });
}
