import type { Random } from "#tests/support/stripe-server/random.ts";

/** An Instagram professional account, or a Page. */
export type GraphAccount = {
  kind: "INSTAGRAM" | "PAGE";
  /** As webhooks name it. */
  id: string;
  /** What Instagram's sign-in calls its owner towards this app. */
  appScopedId: string;
  username: string;
  name: string;
  /** INSTAGRAM: the Page it is linked to; PAGE: its own id. */
  pageId: string | null;
  /** The webhook fields that the app has subscribed to for it. */
  subscribed: Set<string>;
};

export type Token = {
  kind: "INSTAGRAM_SHORT" | "INSTAGRAM" | "USER_SHORT" | "USER" | "PAGE";
  /** Of the account; for a user's token the user's id. */
  of: string;
  scopes: string[];
  issuedAt: number;
  /** In ms; null: it does not end. */
  expiresAt: number | null;
};

/** What a browser that agreed was sent back with. */
export type Code = {
  site: "INSTAGRAM" | "FACEBOOK";
  of: string;
  redirectUri: string;
  scopes: string[];
  issuedAt: number;
};

export type Person = { id: string; accountId: string; username: string };
export type Comment = {
  id: string;
  accountId: string;
  personId: string;
  postId: string;
  text: string;
  createdAt: number;
  isAnsweredPrivately: boolean;
};
export type ThreadMessage = {
  id: string;
  accountId: string;
  personId: string;
  from: "ACCOUNT" | "PERSON";
  /** Empty for a message with a template: its words are not told. */
  text: string;
  createdAt: number;
};

/** A message that the app sent and Meta really delivered. */
export type Delivered = {
  messageId: string;
  accountId: string;
  personId: string;
  /** Set for an answer to a comment; `isPublic`: it stands under it. */
  commentId: string | null;
  isPublic: boolean;
  text: string;
  button: { title: string; url: string } | null;
  metadata: string | null;
  at: Date;
};

export type GraphApp = {
  instagramAppId: string;
  instagramAppSecret: string;
  metaAppId: string;
  metaAppSecret: string;
  verifyToken: string;
  version: string;
  /** Where browsers may be sent back to; compared letter by letter. */
  redirectUris: Set<string>;
};

export type GraphState = {
  app: GraphApp;
  random: Random;
  /** In ms. */
  now(): number;
  /** The one Facebook user of this server: every Page is theirs. */
  userId: string;
  accounts: Map<string, GraphAccount>;
  tokens: Map<string, Token>;
  codes: Map<string, Code>;
  people: Map<string, Person>;
  /** When each person last wrote to the account, by the person's id: nothing else opens the window. */
  lastWrote: Map<string, number>;
  comments: Map<string, Comment>;
  threads: ThreadMessage[];
  ledger: Delivered[];
  /** When calls were made, by what they count for. */
  calls: Map<string, number[]>;
  /** How Instagram's sign-in wraps its token, and what a person's profile tells of them. */
  tokenShape: "flat" | "data";
  profiles: "full" | "empty";
  /** One thing for the app's webhook. */
  emit(account: GraphAccount, field: string, item: WebhookItem): void;
};

/** A part of an entry: an item of `messaging`, or a change of a field. */
export type WebhookItem =
  | { messaging: object; standby?: boolean }
  | { change: { field: string; value: object } };

/** A new id of digits, too long for a number: Meta's are texts, and mostly longer than 2^53. */
export function newId(state: { random: Random }, prefix: string, length = 17): string {
  let id = prefix;
  while (id.length < length) id += Math.floor(state.random.next() * 10);
  return id;
}

export function accountOf(state: GraphState, id: string): GraphAccount {
  const account = state.accounts.get(id);
  if (!account) throw new Error(`There is no account ${id}`);
  return account;
}

/** Counts a call, and says whether it is one too many. */
export function isTooMany(state: GraphState, what: string, limit: number, seconds: number): boolean {
  const now = state.now();
  const calls = (state.calls.get(what) ?? []).filter((at) => at > now - seconds * 1000);
  state.calls.set(what, calls);
  if (calls.length >= limit) return true;
  calls.push(now);
  return false;
}
