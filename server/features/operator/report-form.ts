import type { FastifyError, FastifyRequest } from "fastify";
import { z } from "zod";
import { reportStore } from "#contract/operator/abuse-reports.ts";
import { HttpError } from "#server/errors.ts";
import type { App } from "#server/http/http.ts";
import { networkOf } from "#server/http/rate-limits.ts";
import { visitorHash } from "#server/http/visits.ts";
import type { Services } from "#server/services.ts";
import { keyedToken } from "#server/secrets/secrets.ts";
import { saveReport } from "./save-report.ts";

/**
 * The form of a page that has no script: however it ends, it leads back to that page, which says how by its fragment. A
 * program is answered as everywhere.
 */
export async function reportForm(forms: App, services: Services): Promise<void> {
  forms.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 20_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  forms.setErrorHandler<FastifyError>((error, request, reply) => {
    const isShown = error.validation || (error instanceof HttpError && shown.has(error.status));
    if (!isShown || !isForm(request)) throw error;
    const isTooMuch = error instanceof HttpError && error.status === 429;
    return reply.redirect(pageOf(request, isTooMuch ? "later" : "wrong"), 303);
  });
  forms.route({
    ...reportStore,
    async handler(request, reply) {
      const { website, email, ...said } = request.body;
      if (!website)
        await saveReport(services, request.params.handle, {
          ...said,
          productSlug: request.query.product,
          email: email || null,
          visitorHash: visitorHash(services.secret, "abuse-report", request, ""),
          networkHash: keyedToken(services.secret, "abuse-report", networkOf(request.ip)),
        });
      if (isForm(request)) return reply.redirect(pageOf(request, "sent"), 303) as never;
      return reply.code(201).send({ success: true });
    },
  });
}

/** What a person runs into: a store that is gone, a choice that was not made, too many tries. */
const shown = new Set([404, 422, 429]);

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;

function pageOf({ params, query }: FastifyRequest, step: "sent" | "wrong" | "later"): string {
  const { handle } = z.object({ handle: z.string() }).parse(params);
  const slug = z.object({ product: z.string().max(100) }).safeParse(query).data?.product;
  return `/report/${encodeURIComponent(handle)}${slug ? `/${encodeURIComponent(slug)}` : ""}#${step}`;
}
