import type { FastifyInstance, FastifyRequest } from "fastify";
import { BadRequest, HttpError, Unavailable } from "#server/errors.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { App } from "#server/http/http.ts";
import { sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { type MailReport, ReportForged, ReportRefused } from "./mail-report.ts";
import { readPostmarkReport } from "./read-postmark-report.ts";
import { saveMailReport } from "./save-mail-report.ts";
import { readSesReports } from "./ses/read-ses-reports.ts";
import { SnsUnanswered } from "./ses/sns.ts";

/**
 * `/webhook/mail/ses`, `/webhook/mail/postmark` and `/webhook/mail/bounce`, each where its variable is set: checks whose it
 * is before anything is read, keeps each report once in the inbox of all webhooks, and answers 200. What is acted on is acted on by a job.
 */
export async function mailWebhookRoutes(app: App, services: Services): Promise<void> {
  const { ses, postmark, bounces } = services.config.mailReports;
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 1_000_000 }, (_request, body, done) =>
      done(null, body),
    );
    const receive = (
      name: "ses" | "postmark" | "bounce",
      read: (body: Buffer, request: FastifyRequest) => Promise<readonly MailReport[]>,
    ) =>
      scope.post(`/webhook/mail/${name}`, async (request, reply) => {
        const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
        const reports = await readable(() => read(body, request));
        for (const report of reports) await saveMailReport(services, name, report);
        if (reports.length > 0) wakeListeners(services.pool, "job_outbox");
        return reply.send({ received: true });
      });
    if (ses) receive("ses", (body) => readSesReports(ses, body, services.tracer));
    if (postmark)
      receive("postmark", async (body, request) => {
        requireSecret(request, postmark.secret);
        return [readPostmarkReport(body)].filter((report) => report !== undefined);
      });
    if (bounces)
      receive("bounce", async (body, request) => {
        requireSecret(request, bounces.secret);
        const { readReturnedMail } = await import("./read-returned-mail.ts");
        return [await readReturnedMail(body)].filter((report) => report !== undefined);
      });
  });
}

async function readable(read: () => Promise<readonly MailReport[]>): Promise<readonly MailReport[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ReportForged) throw BadRequest(error.message, "BAD_SIGNATURE");
    if (error instanceof ReportRefused) throw BadRequest(error.message, "BAD_REPORT");
    if (error instanceof SnsUnanswered) throw Unavailable(error.message);
    throw error;
  }
}

/** The password of HTTP's basic sign-in, with any name: `https://mail:secret@store.example.com/webhook/mail/postmark`. */
function requireSecret({ headers }: FastifyRequest, secret: string): void {
  const given = /^Basic ([\w+/=-]{1,2000})$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  const [, ...password] = Buffer.from(given, "base64").toString("utf8").split(":");
  if (!sameText(password.join(":"), secret))
    throw new HttpError(401, "BAD_SIGNATURE", "The password is not that of this webhook");
}
