import type { platforms } from "#server/database/schema/social.ts";

export type PlatformName = (typeof platforms)[number];

/** An account as an adapter needs it: its tokens are open here and nowhere else. */
export type ConnectedAccount = {
  platform: PlatformName;
  platformUserId: string;
  /** The Page that an Instagram account's messages go through, where it was connected by Facebook Login. */
  pageId: string | null;
  accessToken: string;
};

/** What a provider gave us when an account was connected, confirmed or refreshed. */
export type ProvenAccount = {
  platform: PlatformName;
  platformUserId: string;
  appScopedId: string | null;
  pageId: string | null;
  username: string;
  displayName: string | null;
  profileImageUrl: string | null;
  tokens: Tokens;
};

/** `expiresAt` null: the access token does not end by itself. */
export type Tokens = {
  accessToken: string;
  refreshToken: string | null;
  issuedAt: Date;
  expiresAt: Date | null;
};

/**
 * One thing that happened, in the same shape for every platform. `id` is unique on its account and the same in every
 * delivery: the kind and the platform's own id. Ids are texts: some do not fit a number.
 */
export type InboundEvent = {
  platform: PlatformName;
  /** Whose webhook it is: `platformUserId` of the connected account. */
  accountId: string;
  id: string;
  kind: "MESSAGE" | "STORY_REPLY" | "COMMENT" | "MENTION" | "FOLLOW" | "ECHO" | "DELETION" | "OTHER";
  /** The person; for an echo the one it was written to. */
  personId: string;
  personUsername: string | null;
  /** As written. Empty for a picture, a follow, a deletion. */
  text: string;
  occurredAt: Date;
  detail: {
    /** MESSAGE, ECHO: the message's id; DELETION: of the message that was taken back. */
    messageId?: string;
    /** COMMENT. */
    commentId?: string;
    postId?: string;
    /** COMMENT: `true` where it was written under a live video, which can be answered only while that lasts. */
    live?: string;
    /** MESSAGE: `true` where it was written from an ad that opens a message. */
    ad?: string;
    /** MESSAGE: what it is, where it is no text. */
    messageType?: "IMAGE" | "VIDEO" | "LINK";
    /** ECHO: what we gave along when we sent it. */
    metadata?: string;
    /**
     * ECHO: which app wrote it, where the platform says so: ours, another one, or by hand in the platform's inbox. Without
     * it nobody knows.
     */
    sentBy?: "OUR_APP" | "OTHER_APP" | "INBOX";
    /** Another app controls the conversation: this is told so that we know, and must not be answered. */
    standby?: "yes";
    /** OTHER: why it cannot be answered: `encrypted`, or the platform's word for it. */
    note?: string;
  };
};

/**
 * A connection of ours ended at the provider, or a person asked it to have their data deleted. What was agreed after `at`
 * is another agreement, and stays.
 */
export type AccountEnd = { platform: PlatformName; appScopedId: string; at?: Date };

export type OutgoingMessage = {
  /** Ours: given along as metadata where the platform returns it with the echo. */
  sendId: string;
  /** To a person who has written, as the one private answer to a comment, or in public under it. */
  to:
    | { kind: "PERSON"; personId: string }
    | { kind: "COMMENT_PRIVATELY"; commentId: string; personId: string }
    | { kind: "COMMENT_PUBLICLY"; commentId: string };
  text: string;
  /** Shown as a button where the platform has them, else its address follows the text. */
  button: { title: string; url: string } | null;
  /** A person typed it: the only kind that may ever use a human agent's longer window. */
  byHand: boolean;
};

/** Why a platform definitely did not deliver a message. */
export type Refusal =
  | "RATE_LIMITED"
  | "NOT_REACHED"
  | "WINDOW_CLOSED"
  | "ALREADY_ANSWERED"
  | "PERSON_UNAVAILABLE"
  | "TOKEN_INVALID"
  | "ACCOUNT_RESTRICTED"
  | "MESSAGE_ACCESS_OFF"
  | "NO_CREDITS"
  /** The app, or the account's consent, lacks a permission. */
  | "PERMISSION_MISSING"
  /** Another app controls the conversation. */
  | "OTHER_APP"
  | "NOT_ACCEPTED";

/** The platform's own account of what went wrong. Bounded, and without any token. */
export type ProviderError = {
  /** Meta: "10/2018300", code and subcode. */
  code: string;
  message: string;
};

/**
 * What became of a call. `refused` is a definite no: nothing was delivered, and RATE_LIMITED and NOT_REACHED may be tried
 * again (after `retryAfterSeconds` where the platform said so). `unknown`: it may have been delivered, so it is never sent again.
 */
export type SendResult =
  | { status: "sent"; messageId: string }
  | {
      status: "refused";
      refusal: Refusal;
      message: string;
      error?: ProviderError;
      retryAfterSeconds?: number;
    }
  | { status: "unknown"; message: string; error?: ProviderError };

/** Whether a message that may have been delivered was; `cannot-tell`: the platform did not say. */
export type FoundSend = { found: "yes"; messageId: string } | { found: "no" } | { found: "cannot-tell" };

/**
 * At most `limit` sends in `seconds`; of one account, or of the whole app; all, or only private answers to comments under
 * posts, or under live videos.
 */
export type RateWindow = {
  limit: number;
  seconds: number;
  scope: "ACCOUNT" | "APP";
  purpose?: "COMMENT_PRIVATELY" | "LIVE_COMMENT_PRIVATELY";
};

/** A platform's own account for what went wrong with anything but a send. */
export class PlatformError extends Error {
  readonly kind:
    | "BAD_SIGNATURE"
    | "MALFORMED"
    | "DENIED"
    | "NOT_REACHED"
    | "TOKEN_INVALID"
    | "UNKNOWN_ACCOUNT";
  constructor(kind: PlatformError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** What the engine needs of a platform, whichever it is. No call takes longer than 10 seconds. */
export type SocialPlatform = {
  name: PlatformName;
  /** Longest text of a message: bytes of UTF-8 (Instagram) or characters. */
  maxText: { length: number; unit: "BYTES" | "CHARACTERS" };
  /** Messages carry buttons. */
  hasButtons: boolean;
  /** Comments can be answered, in private and in public. */
  answersComments: boolean;
  rateWindows: readonly RateWindow[];

  /** Never throws. */
  send(account: ConnectedAccount, message: OutgoingMessage): Promise<SendResult>;
  /** Looks in the thread for a message of ours that may have been delivered. Throws nothing. */
  findSent(
    account: ConnectedAccount,
    sent: { personId: string; text: string; since: Date },
  ): Promise<FoundSend>;
  /** The person's name, where the platform tells it. */
  findProfile(
    account: ConnectedAccount,
    personId: string,
  ): Promise<{ username: string | null; displayName: string | null } | undefined>;
};

/** What connecting real accounts needs besides: everything that speaks with the provider about accounts and webhooks. */
export type ConnectablePlatform = SocialPlatform & {
  /** Where the creator's browser goes to agree. `verifier` is for PKCE, where the provider has it. */
  authorizeUrl(away: { state: string; redirectUri: string; verifier: string }): URL;
  /** Exchanges the code: one account, or each Page that the creator chose. Throws `PlatformError`. */
  finishConnect(back: { code: string; redirectUri: string; verifier: string }): Promise<ProvenAccount[]>;
  /** Asks the provider whose token this is. Throws TOKEN_INVALID for a wrong one, NOT_REACHED when there is no answer. */
  confirmToken(accessToken: string): Promise<ProvenAccount>;
  /** New tokens before the old ones end. `refreshToken` is null where the access token renews itself. Throws `PlatformError`. */
  refresh(tokens: { accessToken: string; refreshToken: string | null }): Promise<Tokens>;
  /** Has the account's events delivered to our webhook. Repeating it changes nothing. Throws `PlatformError`. */
  subscribe(account: ConnectedAccount): Promise<void>;
  /** Ends that, and the token where the provider lets us. Failures are the caller's to ignore. */
  unsubscribe(account: ConnectedAccount): Promise<void>;

  /** The text to answer a webhook challenge (GET) with; undefined: it is not theirs. */
  answerChallenge(query: Record<string, unknown>): { contentType: string; body: string } | undefined;
  /** Checks the signature over the raw bytes and reads the events. Throws BAD_SIGNATURE or MALFORMED. */
  readWebhook(
    body: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): { events: InboundEvent[]; ended: AccountEnd[] };
  /**
   * What people have written since then and nobody has answered, for a time in which no webhook was taken; as webhooks
   * would have told it. Missing where the platform brings these again by itself. Throws `PlatformError`.
   */
  readMissed?(account: ConnectedAccount, since: Date): Promise<InboundEvent[]>;
  /** Meta's `signed_request` of the deauthorise and deletion callbacks. Throws BAD_SIGNATURE. */
  readSignedRequest?(signedRequest: string): AccountEnd;
};

/** The platforms of this installation: the demo one, and the real ones that the operator has an app for. */
export type Platforms = {
  demo(platform: PlatformName): SocialPlatform;
  real(platform: PlatformName): ConnectablePlatform | undefined;
};
