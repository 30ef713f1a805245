import type { FastifyRequest } from "fastify";
import { previewLesson } from "#contract/courses/course-editor.ts";
import { mayCall } from "#contract/team/roles.ts";
import { browserHashOf } from "#server/features/access/browser-cookie.ts";
import type { ProvenPurchase } from "#server/features/access/can-see-product.ts";
import type { Services } from "#server/services.ts";
import { readGrant, signGrant } from "#server/secrets/signed-grant.ts";

/** What is fetched by a link: a lesson's own video, its captions, the files beside it, the pictures and videos of its text, and one that was handed in. */
export type LinkKind =
  | "lesson-video"
  | "lesson-captions"
  | "lesson-attachment"
  | "lesson-picture"
  | "lesson-text-video"
  | "assignment-file";

/** For whom a link is made: a buyer, the creator of the course, or with neither everybody who sees a free preview. */
export type LinkHolder = { purchase?: ProvenPurchase | undefined; creatorId?: string | undefined };

/** What a link says: which lesson, and by which order or for which creator; with neither it is that of a free preview. */
export type LinkGrant = { lessonId: string; orderId: string | null; creatorId: string | null };

const nothing = "-";
const creatorMark = "by-";

/**
 * The signed link of a lesson's own video, captions or files: good for 12 hours, for this lesson and order, and where the browser
 * that paid was the proof, in that browser alone. A creator's works while that creator is signed in.
 */
export function lessonLink(
  services: Services,
  request: FastifyRequest,
  kind: LinkKind,
  lessonId: string,
  { purchase, creatorId }: LinkHolder,
): string {
  const paidHere = purchase?.proof === "BROWSER";
  const browser = paidHere ? browserMark(browserHashOf(services.config, request)) : nothing;
  const holder = creatorId === undefined ? (purchase?.orderId ?? nothing) : `${creatorMark}${creatorId}`;
  return `/api/${kind}/${signGrant(services, kind, [lessonId, holder, browser])}`;
}

/** What a link's token grants to this request; undefined when it is forged, expired, another browser's or creator's. */
export function readLessonLink(
  services: Services,
  request: FastifyRequest,
  kind: LinkKind,
  token: string,
): LinkGrant | undefined {
  const [lessonId, holder, browser] = readGrant(services, kind, token) ?? [];
  if (lessonId === undefined || holder === undefined) return undefined;
  if (browser !== nothing && browser !== browserMark(browserHashOf(services.config, request)))
    return undefined;
  if (!holder.startsWith(creatorMark))
    return { lessonId, orderId: holder === nothing ? null : holder, creatorId: null };
  const creatorId = holder.slice(creatorMark.length);
  const { signedIn } = request;
  // Of its team, whoever has the course's own pages at this moment, from which such links are.
  const isTheirs = signedIn?.creatorId === creatorId && mayCall(signedIn.role, previewLesson.config.roles);
  return isTheirs ? { lessonId, orderId: null, creatorId } : undefined;
}

/** Enough of the hash to tell browsers apart; the cookie itself never stands in an address. */
const browserMark = (browserHash: string | undefined): string => browserHash?.slice(0, 16) ?? "none";
