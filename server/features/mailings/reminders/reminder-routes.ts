import * as contract from "#contract/mailings/reminders.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { sendInFrame } from "#server/mail/send-in-frame.ts";
import { listReminders, saveReminder } from "./reminders.ts";

/** What reminds buyers of what they have. */
export function reminderRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listReminders,
    handler: (request) => listReminders(services, creatorOf(request)),
  });
  app.route({
    ...contract.saveReminder,
    handler: (request) => saveReminder(services, creatorOf(request), request.body),
  });
  app.route({
    ...contract.previewReminder,
    async handler(request, reply) {
      const { previewReminder } = await import("./preview-reminder.ts");
      const { as } = request.query;
      const mail = await previewReminder(services, creatorOf(request), request.params.kind, as);
      return sendInFrame(reply, mail, as === "text" ? "text" : "html");
    },
  });
  app.route({
    ...contract.sendTestReminder,
    async handler(request) {
      const { sendTestReminder } = await import("./preview-reminder.ts");
      await sendTestReminder(services, signedInOf(request), request.params.kind);
      return { success: true as const };
    },
  });
}
