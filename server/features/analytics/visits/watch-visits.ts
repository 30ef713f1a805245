import type { FastifyReply, FastifyRequest } from "fastify";
import { seeCheckout } from "#contract/analytics/seen-checkout.ts";
import { openCartLink } from "#contract/carts/carts.ts";
import { completeFreeOrder, confirmTotal, createPaymentIntent } from "#contract/checkout/checkout.ts";
import { saveCheckoutDraft } from "#contract/checkout/draft.ts";
import type { App } from "#server/http/http.ts";
import { type Asked, isOpened } from "#server/http/visits.ts";
import { isUuid } from "#contract/uuid.ts";
import { sessionCookieName } from "#server/features/accounts/sessions.ts";
import { onKeptAnswered } from "#server/pages/answer-kept.ts";
import { isShared, seenPath } from "#server/pages/shared-storefront.ts";
import type { Services } from "#server/services.ts";
import { type Seen, visitBuffer } from "./visit-buffer.ts";

/** A picture of one point, which is transparent. */
const nothing = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const productPage = /^\/u\/([a-z0-9_]{3,30})(?:\/([a-z0-9-]{1,80}))?/i;
const checkoutPage = /^\/checkout\/([0-9a-f-]{36})(?:[?#]|$)/;

/**
 * Counts what answers say of visits, when they are sent: pages of stores need no script for it, and no sale waits. Nothing is
 * asked of the browser, and nothing is kept in it.
 */
export function watchVisits(app: App, services: Services): void {
  const buffer = visitBuffer(services);
  const session = `${sessionCookieName(services.config)}=`;
  app.addHook("onResponse", (request, reply, done) => {
    countVisit(request, reply);
    done();
  });
  const { cdn, publicUrl } = services.config;
  onKeptAnswered(app, (asked, { status, headers }) => {
    if (!isShared(headers["cache-control"])) lookedAtStore(asked, status);
  });
  app.addHook("onClose", () => buffer.flush());
  if (cdn)
    app.get(`${seenPath}/u/*`, { schema: { hide: true } as never }, (_request, reply) =>
      reply.headers({ "cache-control": "private, no-store" }).type("image/gif").send(nothing),
    );

  function countVisit(request: FastifyRequest, reply: FastifyReply): void {
    const { url, method } = request;
    // Creators look at their own store all day.
    if (request.headers.cookie?.includes(session)) return;
    if (method === "GET") {
      if (url.startsWith("/u/")) {
        if (!isShared(reply.getHeader("cache-control"))) lookedAtStore(request, reply.statusCode);
      } else if (url.startsWith(`${seenPath}/u/`)) sawSharedPage(request);
      else if (url.startsWith("/l/")) cameByLink(request, reply, "MESSAGE");
      else if (request.routeOptions.url === openCartLink.url) cameByLink(request, reply, "EMAIL");
    } else if (reply.statusCode === 200) cameFurther(request);
  }

  function lookedAtStore(asked: Asked, status: number): void {
    const [, handle, slug] = productPage.exec(asked.url) ?? [];
    if (handle === undefined || (status !== 200 && status !== 304) || !isOpened(asked)) return;
    add(asked, { step: 1, isView: true, handle: handle.toLowerCase(), slug: slug?.toLowerCase() });
  }

  /** The picture in a page that somebody else gave out: its address names the page, and where it was asked from the search. */
  function sawSharedPage(request: FastifyRequest): void {
    const { url, method, ip, headers } = request;
    const { referer, "sec-fetch-dest": destination, "sec-fetch-site": site, ...others } = headers;
    const page = referer !== undefined && URL.canParse(referer) ? new URL(referer) : undefined;
    const isOurs = page?.origin === publicUrl.origin && (site ?? "same-origin") === "same-origin";
    if (!cdn || !isOurs || (destination ?? "image") !== "image") return;
    lookedAtStore({ method, ip, headers: others, url: url.slice(seenPath.length) + page.search }, 200);
  }

  function cameByLink(request: FastifyRequest, reply: FastifyReply, by: "MESSAGE" | "EMAIL"): void {
    const target = String(reply.getHeader("location") ?? "");
    const [, productId] = checkoutPage.exec(target) ?? [];
    const [, handle] = productPage.exec(target) ?? [];
    if (reply.statusCode === 302 && (productId ?? handle) !== undefined && isOpened(request))
      add(request, { step: 1, isView: false, productId, handle }, { by });
  }

  function cameFurther(request: FastifyRequest): void {
    const { body = {}, params = {} } = request as { body?: Values; params?: Values };
    const productId = idOf(params["productId"]);
    const checkoutSessionId = idOf(params["checkoutSessionId"]);
    switch (request.routeOptions.url) {
      case seeCheckout.url: {
        const arrival = { search: textOf(body["search"]) ?? "", referrer: textOf(body["referrer"]) ?? "" };
        return add(request, { step: 2, isView: true, productId: idOf(body["productId"]) }, arrival);
      }
      case saveCheckoutDraft.url:
        if (textOf(body["email"])) add(request, { step: 3, isView: false, productId });
        return;
      case createPaymentIntent.url:
        return add(request, { step: 3, isView: false, productId: idOf(body["productId"]) });
      case confirmTotal.url:
      case completeFreeOrder.url:
        return add(request, { step: 4, isView: false, checkoutSessionId });
    }
  }

  function add(
    { headers, ip, url }: Asked,
    seen: Pick<Seen, "step" | "isView" | "handle" | "slug" | "productId" | "checkoutSessionId">,
    arrival: Partial<Seen["arrival"]> = {},
  ): void {
    const question = seen.step === 1 ? url.indexOf("?") : -1;
    buffer.add({
      at: services.clock.now(),
      ip,
      ...seen,
      arrival: {
        search: question < 0 ? "" : url.slice(question + 1, question + 2_000),
        referrer: seen.step === 1 ? (headers.referer ?? "").slice(0, 2_000) : "",
        userAgent: (headers["user-agent"] ?? "").slice(0, 500),
        ...arrival,
      },
    });
  }
}

type Values = Record<string, unknown>;
const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const idOf = (value: unknown) => (typeof value === "string" && isUuid(value) ? value : undefined);
