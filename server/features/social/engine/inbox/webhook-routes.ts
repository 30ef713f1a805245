import type { FastifyInstance } from "fastify";
import { platforms } from "#server/database/schema/social.ts";
import { BadRequest, Forbidden, HttpError } from "#server/errors.ts";
import { endConnections } from "#server/features/social/accounts/end-connections.ts";
import type { App } from "#server/http/http.ts";
import { type ConnectablePlatform, PlatformError } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { acceptEvents } from "./accept-events.ts";

/**
 * `/webhook/instagram`, `/webhook/facebook` and `/webhook/twitter`, each where the operator has an app there. GET answers
 * the platform's challenge. POST checks the signature over the raw bytes before anything is read, and answers 200 once
 * everything in it is kept.
 */
export async function webhookRoutes(app: App, services: Services): Promise<void> {
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 1_000_000 }, (_request, body, done) =>
      done(null, body),
    );
    for (const name of platforms) {
      const platform = services.platforms.real(name);
      if (platform) platformRoutes(scope, services, platform);
    }
  });
}

function platformRoutes(scope: FastifyInstance, services: Services, platform: ConnectablePlatform): void {
  const url = `/webhook/${platform.name.toLowerCase()}`;
  scope.get(url, (request, reply) => {
    const answer = platform.answerChallenge(request.query as Record<string, unknown>);
    if (!answer) throw Forbidden();
    return reply.type(answer.contentType).send(answer.body);
  });
  scope.post(url, async (request, reply) => {
    const { events, ended } = readWebhook(platform, request.body as Buffer | undefined, request.headers);
    await acceptEvents(services, events);
    if (ended.length > 0) await endConnections(services, ended);
    return reply.send({ received: true });
  });
}

function readWebhook(
  platform: ConnectablePlatform,
  body: Buffer | undefined,
  headers: Record<string, string | string[] | undefined>,
): ReturnType<ConnectablePlatform["readWebhook"]> {
  try {
    return platform.readWebhook(body ?? Buffer.alloc(0), headers);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind === "BAD_SIGNATURE")
      throw new HttpError(401, "BAD_SIGNATURE", "The signature is not valid");
    throw BadRequest("The events cannot be read", "MALFORMED");
  }
}
