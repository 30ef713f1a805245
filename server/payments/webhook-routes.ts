import type { FastifyInstance } from "fastify";
import { BadRequest } from "#server/errors.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { App } from "#server/http/http.ts";
import { GatewayError, type GatewayEvent } from "./payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { savePaymentEvent } from "./save-payment-event.ts";

/**
 * `POST /webhook/<provider>`: checks the signature over the raw bytes, keeps the event once, queues its handling in the
 * same statement, and answers 200. A repeated event changes nothing.
 */
export async function paymentWebhookRoutes(app: App, services: Services): Promise<void> {
  const { payments, pool } = services;
  if (payments.provider === "none") return;
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 1_000_000 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(`/webhook/${payments.provider}`, async (request, reply) => {
      const event = readEvent(services, request.body as Buffer | undefined, request.headers);
      await savePaymentEvent(services, event);
      wakeListeners(pool, "job_outbox");
      return reply.send({ received: true });
    });
  });
}

function readEvent(
  { payments }: Services,
  body: Buffer | undefined,
  headers: Record<string, string | string[] | undefined>,
): GatewayEvent {
  try {
    return payments.readWebhook(body ?? Buffer.alloc(0), headers);
  } catch (error) {
    if (error instanceof GatewayError)
      throw BadRequest("The signature or the event is not valid", "BAD_SIGNATURE");
    throw error;
  }
}
