import * as contract from "#contract/deletions/deletions.ts";
import { type App, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { undoDeletion } from "./undo-deletion.ts";

/** What was deleted a moment ago, put back. */
export function deletionRoutes(app: App, services: Services): void {
  app.route({
    ...contract.undoDeletion,
    async handler(request) {
      await undoDeletion(services, signedInOf(request), request.params.id);
      return { success: true as const };
    },
  });
}
