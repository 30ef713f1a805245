import * as contract from "#contract/mailings/reminders.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
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
}
