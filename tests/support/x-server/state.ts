import { randomBytes } from "node:crypto";
import type { Credits } from "./credits.ts";
import type { RateWindows } from "./rate-windows.ts";

/** What the developer's app is at this X. */
export type XAppKeys = {
  clientId: string;
  clientSecret: string;
  consumerSecret: string;
  bearerToken: string;
  /** A redirect must be exactly one of these. */
  redirectUris: string[];
};

export type Person = {
  id: string;
  username: string;
  name: string;
  /** Ids of people who may not write to them any more. */
  blocked: Set<string>;
};

export type Grant = { personId: string; scopes: string[] };

/** A direct message as it stands in the conversation: `text` as written, before X shortens and escapes it. */
export type Message = {
  id: string;
  fromId: string;
  toId: string;
  text: string;
  at: Date;
  /** Sent by the app through the API. */
  isByApp: boolean;
};

export type Webhook = { id: string; url: string; valid: boolean; createdAt: Date; validatedAt: Date };

export type Subscription = {
  id: string;
  eventType: string;
  filter: { user_id?: string | undefined };
  tag: string | undefined;
  webhookId: string | undefined;
  createdAt: Date;
  updatedAt: Date;
};

/** How X words the answer to a new subscription; its own pages show all three. */
export type SubscriptionShape = "list" | "plain" | "named";

export type XState = {
  now(): Date;
  app: XAppKeys;
  people: Map<string, Person>;
  /** By the code; each lives 30 seconds and works once. */
  codes: Map<string, Grant & { redirectUri: string; challenge: string; endsAt: Date }>;
  accessTokens: Map<string, Grant & { endsAt: Date }>;
  refreshTokens: Map<string, Grant>;
  webhooks: Map<string, Webhook>;
  subscriptions: Map<string, Subscription>;
  messages: Message[];
  rates: RateWindows;
  credits: Credits;
  subscriptionShape: SubscriptionShape;
  /** Types of events that cannot be subscribed to. X's guide lists `oauth.revoke`, for one, and its reference does not. */
  notOffered: Set<string>;
  webhookLimit: number;
  /** Tells whoever subscribed. */
  emit(eventType: string, userId: string | undefined, payload: object, includes?: object): void;
  newId(): string;
  newSecret(prefix: string): string;
};

/** X's ids are numbers of up to 19 digits that grow with time; they do not fit a number of JavaScript. */
export function createIds(now: () => Date): () => string {
  let last = 0n;
  return () => {
    const next = BigInt(now().getTime() - 1_288_834_974_657) << 22n;
    last = next > last ? next : last + 1n;
    return `${last}`;
  };
}

export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(24).toString("base64url")}`;
