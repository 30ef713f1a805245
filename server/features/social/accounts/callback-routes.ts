import type { FastifyInstance } from "fastify";
import { BadRequest } from "#server/errors.ts";
import type { App } from "#server/http/http.ts";
import {
  type AccountEnd,
  type ConnectablePlatform,
  PlatformError,
} from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { findDeletion, requestDeletion } from "./data-deletion.ts";
import { endConnections } from "./end-connections.ts";
import { sendPlainPage } from "./plain-page.ts";
import { providerNames } from "./provider-names.ts";

/**
 * What Meta calls when a person takes our access away (`/webhook/<platform>/deauthorize`) or wants their data deleted
 * (`…/deletion`, whose address shows with GET how far that is). Only where the operator has an app there.
 */
export async function callbackRoutes(app: App, services: Services): Promise<void> {
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 20_000 }, (_request, body, done) =>
      done(null, body),
    );
    for (const name of ["INSTAGRAM", "FACEBOOK"] as const) {
      const platform = services.platforms.real(name);
      if (platform) platformRoutes(scope, services, platform);
    }
  });
}

function platformRoutes(scope: FastifyInstance, services: Services, platform: ConnectablePlatform): void {
  const url = `/webhook/${platform.name.toLowerCase()}`;
  const provider = providerNames[platform.name];

  scope.post(`${url}/deauthorize`, async (request, reply) => {
    await endConnections(services, readEnds(services, platform, request.body));
    return reply.send({ received: true });
  });

  scope.post(`${url}/deletion`, async (request, reply) =>
    reply.send(await requestDeletion(services, platform.name, readEnds(services, platform, request.body))),
  );

  scope.get(`${url}/deletion`, async (request, reply) => {
    const { id } = request.query as Record<string, unknown>;
    const found = typeof id === "string" ? await findDeletion(services, platform.name, id) : undefined;
    if (!found)
      return sendPlainPage(reply, {
        status: 404,
        title: "No such request",
        lines: ["This is not an address that we gave. Please copy all of it."],
      });
    const day = found.requestedAt.toISOString().slice(0, 10);
    return sendPlainPage(reply, {
      status: 200,
      title: found.isDone ? "Your data is deleted" : "Your data is being deleted",
      lines: [
        found.isDone
          ? `As you asked through ${provider} on ${day}, the access to your account and everything that came through it, conversations included, is deleted.`
          : `You asked for it through ${provider} on ${day}. The access to your account is deleted already; the conversations follow within minutes.`,
        `Confirmation code: ${found.code}`,
      ],
    });
  });
}

/** The same person's connections on every platform that the app serves: it knows them by one id. */
function readEnds({ config }: Services, platform: ConnectablePlatform, body: unknown): AccountEnd[] {
  const form = new URLSearchParams(typeof body === "string" ? body : "");
  try {
    const end = platform.readSignedRequest?.(form.get("signed_request") ?? "");
    if (end && config.social.instagram?.login === "facebook")
      return (["INSTAGRAM", "FACEBOOK"] as const).map((name) => ({ ...end, platform: name }));
    if (end) return [end];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
  throw BadRequest("The signed request is not valid", "BAD_SIGNATURE");
}
