import type { FastifyRequest } from "fastify";
import { browserHashOf } from "#server/features/access/browser-cookie.ts";
import type { ProvenPurchase } from "#server/features/access/can-see-product.ts";
import { keyedToken, sameText } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";

/** What is fetched by a link: a lesson's own video, and its captions. */
export type LinkKind = "lesson-video" | "lesson-captions";

/** For whom a link is made: a buyer, the creator of the course, or with neither everybody who sees a free preview. */
export type LinkHolder = { purchase?: ProvenPurchase | undefined; creatorId?: string | undefined };

/** What a link says: which lesson, and by which order or for which creator; with neither it is that of a free preview. */
export type LinkGrant = { lessonId: string; orderId: string | null; creatorId: string | null };

const hours12 = 12 * 60 * 60;
const nothing = "-";
const creatorMark = "by-";

/**
 * The signed link of a lesson's own video or captions: good for 12 hours, for this lesson and order, and where the browser
 * that paid was the proof, in that browser alone. A creator's works while that creator is signed in.
 */
export function lessonLink(
  { config, clock, secret }: Services,
  request: FastifyRequest,
  kind: LinkKind,
  lessonId: string,
  { purchase, creatorId }: LinkHolder,
): string {
  const browser = purchase?.proof === "BROWSER" ? browserMark(browserHashOf(config, request)) : nothing;
  const holder = creatorId === undefined ? (purchase?.orderId ?? nothing) : `${creatorMark}${creatorId}`;
  const expires = Math.floor(clock.now().getTime() / 1000) + hours12;
  const grant = [lessonId, holder, browser, expires].join(".");
  return `/api/${kind}/${grant}.${signature(secret, kind, grant)}`;
}

/** What a link's token grants to this request; undefined when it is forged, expired, another browser's or creator's. */
export function readLessonLink(
  { config, clock, secret }: Services,
  request: FastifyRequest,
  kind: LinkKind,
  token: string,
): LinkGrant | undefined {
  const [lessonId = "", holder = "", browser, expires, signed = "", ...rest] = token.split(".");
  const grant = [lessonId, holder, browser, expires].join(".");
  if (rest.length > 0 || !sameText(signed, signature(secret, kind, grant))) return undefined;
  if (Number(expires) * 1000 <= clock.now().getTime()) return undefined;
  if (browser !== nothing && browser !== browserMark(browserHashOf(config, request))) return undefined;
  if (!holder.startsWith(creatorMark))
    return { lessonId, orderId: holder === nothing ? null : holder, creatorId: null };
  const creatorId = holder.slice(creatorMark.length);
  return request.signedIn?.creatorId === creatorId ? { lessonId, orderId: null, creatorId } : undefined;
}

const signature = (secret: string, kind: LinkKind, grant: string): string => keyedToken(secret, kind, grant);

/** Enough of the hash to tell browsers apart; the cookie itself never stands in an address. */
const browserMark = (browserHash: string | undefined): string => browserHash?.slice(0, 16) ?? "none";
