import type { FastifyRequest } from "fastify";
import { browserHashOf } from "#server/features/access/browser-cookie.ts";
import type { ProvenPurchase } from "#server/features/access/can-see-product.ts";
import { keyedToken, sameText } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";

/** What a link says: which lesson, and by which order; without one it is the link of a free preview. */
export type VideoGrant = { lessonId: string; orderId: string | undefined };

const hours12 = 12 * 60 * 60;
const nothing = "-";

/**
 * The signed link of a lesson's own video: good for 12 hours, for this lesson and order, and where the browser that paid
 * was the proof, in that browser alone.
 */
export function lessonVideoLink(
  { config, clock, secret }: Services,
  request: FastifyRequest,
  lessonId: string,
  purchase: ProvenPurchase | undefined,
): string {
  const browser = purchase?.proof === "BROWSER" ? browserMark(browserHashOf(config, request)) : nothing;
  const expires = Math.floor(clock.now().getTime() / 1000) + hours12;
  const grant = [lessonId, purchase?.orderId ?? nothing, browser, expires].join(".");
  return `/api/lesson-video/${grant}.${signature(secret, grant)}`;
}

/** What a link's token grants to this request; undefined when it is forged, expired or another browser's. */
export function readVideoLink(
  { config, clock, secret }: Services,
  request: FastifyRequest,
  token: string,
): VideoGrant | undefined {
  const [lessonId = "", orderId, browser, expires, signed = "", ...rest] = token.split(".");
  const grant = [lessonId, orderId, browser, expires].join(".");
  if (rest.length > 0 || !sameText(signed, signature(secret, grant))) return undefined;
  if (Number(expires) * 1000 <= clock.now().getTime()) return undefined;
  if (browser !== nothing && browser !== browserMark(browserHashOf(config, request))) return undefined;
  return { lessonId, orderId: orderId === nothing ? undefined : orderId };
}

const signature = (secret: string, grant: string): string => keyedToken(secret, "lesson-video", grant);

/** Enough of the hash to tell browsers apart; the cookie itself never stands in an address. */
const browserMark = (browserHash: string | undefined): string => browserHash?.slice(0, 16) ?? "none";
