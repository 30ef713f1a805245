import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { App } from "./http.ts";

/** Declares routes whose handlers stream their bodies, whatever these say that they are. */
export async function withStreamedBodies(app: App, declare: (scope: Scope) => void): Promise<void> {
  await app.register(async (instance: FastifyInstance) => {
    const scope = speakingZod(instance);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    declare(scope);
  });
}

/** The endpoint, with leave for its body to take longer than others. */
export const streamed = <E extends { config: object }>(endpoint: E) => ({
  ...endpoint,
  config: { ...endpoint.config, longBody: true },
});

const speakingZod = (instance: FastifyInstance) => instance.withTypeProvider<ZodTypeProvider>();

type Scope = ReturnType<typeof speakingZod>;
