import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** What is done when somebody opens a page, before it is sent. It costs nobody the page: it does not throw. */
export type PageHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module "fastify" {
  interface FastifyInstance {
    pageHooks?: PageHook[];
  }
  interface FastifyReply {
    /** Sends the page of the request's address, or the one that says that there is none. Missing where no pages are served. */
    sendPage?(): Promise<FastifyReply>;
  }
}

/** Has `hook` called for every page that is opened. */
export function onPageOpened(app: FastifyInstance, hook: PageHook): void {
  if (!app.pageHooks) app.decorate("pageHooks", []);
  app.pageHooks?.push(hook);
}

export async function callPageHooks(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  for (const hook of app.pageHooks ?? []) await hook(request, reply);
}
