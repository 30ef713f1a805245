import { createHmac, timingSafeEqual } from "node:crypto";
import {
  type ConnectablePlatform,
  type InboundEvent,
  PlatformError,
  type PlatformName,
  type SocialPlatform,
} from "#server/platforms/social-platform.ts";

const secret = "hook-secret";

/** A webhook of the platform below, signed as it signs them. */
export function signedHook(events: readonly Omit<InboundEvent, "occurredAt">[]): {
  body: string;
  headers: Record<string, string>;
} {
  const body = JSON.stringify({ events });
  return {
    body,
    headers: { "content-type": "application/json", "x-hook-signature": sign(Buffer.from(body)) },
  };
}

const sign = (body: Buffer) => createHmac("sha256", secret).update(body).digest("hex");

/** A platform that can be connected, as small as there is one: it tells of events in their own shape, signed. */
export function hookPlatform(name: PlatformName, messages: SocialPlatform): ConnectablePlatform {
  const never = () => Promise.reject(new PlatformError("DENIED", "nobody connects here"));
  return {
    ...messages,
    name,
    authorizeUrl: () => new URL("http://localhost/authorize"),
    finishConnect: never,
    confirmToken: never,
    refresh: never,
    subscribe: never,
    unsubscribe: never,
    answerChallenge: ({ challenge, token }) =>
      token === secret ? { contentType: "text/plain", body: String(challenge) } : undefined,
    readWebhook(body, headers) {
      const given = Buffer.from(String(headers["x-hook-signature"]));
      const ours = Buffer.from(sign(body));
      if (given.length !== ours.length || !timingSafeEqual(given, ours))
        throw new PlatformError("BAD_SIGNATURE", "the signature is wrong");
      try {
        const { events } = JSON.parse(body.toString()) as { events: InboundEvent[] };
        return { events: events.map((event) => ({ ...event, occurredAt: new Date() })), ended: [] };
      } catch (error) {
        throw new PlatformError("MALFORMED", "this is no webhook", { cause: error });
      }
    },
  };
}
