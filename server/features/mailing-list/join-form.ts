import type { FastifyError, FastifyRequest } from "fastify";
import { z } from "zod";
import { joinListByForm } from "#contract/mailing-list/mailing-list.ts";
import { HttpError } from "#server/errors.ts";
import type { App } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { joinList } from "./join-list.ts";

/**
 * The form on a product's page, which has no script. However it ends, it leads to the list's own page: to the field for the
 * code, or to that for the address, where whatever was wrong is said once it is sent again. The address travels behind the
 * `#`, so that it comes into no log.
 */
export async function joinFormRoute(forms: App, services: Services): Promise<void> {
  forms.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 5_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  forms.setErrorHandler<FastifyError>((error, request, reply) => {
    const isShown = error.validation || (error instanceof HttpError && shown.has(error.status));
    if (!isShown || !isForm(request)) throw error;
    return reply.redirect(pageOf(request, "email"), 303);
  });
  forms.route({
    ...joinListByForm,
    async handler(request, reply) {
      await joinList(services, request.params.handle, {
        ...request.body,
        ip: request.ip,
        productId: request.query.product,
      });
      return reply.redirect(pageOf(request, "asked"), 303);
    },
  });
}

/** What a person runs into: an address that is none, what has opened meanwhile, too many tries. */
const shown = new Set([404, 422, 429]);

/** Sent by a page; a program is answered as everywhere. */
const isForm = ({ headers }: FastifyRequest): boolean =>
  headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;

/** The list's page, with what was typed; `asked` where the mail is on its way. */
function pageOf({ params, query, body }: FastifyRequest, step: "email" | "asked"): string {
  const { handle } = z.object({ handle: z.string() }).parse(params);
  const typed = Typed.safeParse(body).data;
  const product = z.object({ product: z.uuid() }).safeParse(query).data?.product;
  const search = product ? `?${new URLSearchParams({ product }).toString()}` : "";
  const hash = typed?.email ? `#${new URLSearchParams({ [step]: typed.email.trim() }).toString()}` : "";
  return `/u/${encodeURIComponent(handle)}/join${search}${hash}`;
}

const Typed = z.object({ email: z.string().max(300) });
