import { randomUUID } from "node:crypto";
import {
  insertReplyLinks,
  newLinkCode,
  type NewReplyLink,
} from "#server/features/social/links/reply-links.ts";
import type { TestApp } from "./test-app.ts";

/** A telephone that no earlier visitor has: every one of them is a click. */
export const newPhone = () =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1 ${randomUUID()}`;

/** The link of a reply to this product, as the engine would write it. */
export async function makeReplyLink(
  { services: { pool, clock } }: TestApp,
  product: { id: string; ownerId: string },
  fields: Partial<NewReplyLink> = {},
): Promise<string> {
  const code = newLinkCode();
  await insertReplyLinks(pool, [
    {
      code,
      userId: product.ownerId,
      productId: product.id,
      destination: "CHECKOUT",
      couponCode: null,
      eventId: null,
      keywordResponseId: null,
      automationRuleId: null,
      postId: null,
      now: clock.now(),
      ...fields,
    },
  ]);
  return code;
}

/** Clicks a link in a browser, which keeps the cookie. */
export async function clickReplyLink(
  { app }: TestApp,
  { cookies }: { cookies: Record<string, string> },
  code: string,
  headers: Record<string, string> = { "user-agent": newPhone() },
) {
  const answer = await app.inject({ url: `/l/${code}`, headers, cookies });
  for (const { name, value } of answer.cookies) cookies[name] = value;
  return answer;
}
