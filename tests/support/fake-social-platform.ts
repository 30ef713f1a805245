import {
  type ConnectablePlatform,
  PlatformError,
  type PlatformName,
  type ProvenAccount,
  type Tokens,
} from "#server/platforms/social-platform.ts";

/** What a provider would do, by hand: codes and tokens that it knows, and what it refuses next. */
export type FakePlatform = ConnectablePlatform & {
  /** Codes that give these accounts, once. */
  codes: Map<string, ProvenAccount[]>;
  /** Tokens whose owner it knows. */
  tokens: Map<string, ProvenAccount>;
  /** What `refresh` answers to an access token. */
  renewals: Map<string, Tokens>;
  /** The next call of this name fails so. */
  failures: Map<string, PlatformError["kind"]>;
  subscribed: Set<string>;
};

/** A provider without a network, for what is done around one. What real ones do, the adapters' own tests show. */
export function fakeSocialPlatform(name: PlatformName): FakePlatform {
  const codes: FakePlatform["codes"] = new Map();
  const tokens: FakePlatform["tokens"] = new Map();
  const renewals: FakePlatform["renewals"] = new Map();
  const failures: FakePlatform["failures"] = new Map();
  const subscribed = new Set<string>();
  const failing = (call: string) => {
    const kind = failures.get(call);
    failures.delete(call);
    if (kind) throw new PlatformError(kind, `the fake refuses ${call}`);
  };
  return {
    codes,
    tokens,
    renewals,
    failures,
    subscribed,
    name,
    maxText: { length: 1_000, unit: "BYTES" },
    hasButtons: true,
    answersComments: true,
    rateWindows: [
      { limit: 100, seconds: 1, scope: "ACCOUNT" },
      { limit: 750, seconds: 3_600, scope: "ACCOUNT", purpose: "COMMENT_PRIVATELY" },
      { limit: 100, seconds: 1, scope: "ACCOUNT", purpose: "LIVE_COMMENT_PRIVATELY" },
    ],
    send: async () => ({ status: "unknown", message: "the fake sends nothing" }),
    findSent: async () => ({ found: "cannot-tell" }),
    findProfile: async () => undefined,
    authorizeUrl: ({ state, redirectUri }) =>
      new URL(`https://provider.example/authorize?${new URLSearchParams({ state, redirectUri }).toString()}`),
    async finishConnect({ code }) {
      failing("finishConnect");
      const accounts = codes.get(code);
      codes.delete(code);
      if (!accounts) throw new PlatformError("DENIED", "the code was used");
      return accounts;
    },
    async confirmToken(accessToken) {
      failing("confirmToken");
      const account = tokens.get(accessToken);
      if (!account) throw new PlatformError("TOKEN_INVALID", "nobody's token");
      return account;
    },
    async refresh({ accessToken }) {
      failing("refresh");
      const renewed = renewals.get(accessToken);
      renewals.delete(accessToken);
      if (!renewed) throw new PlatformError("TOKEN_INVALID", "it cannot be renewed");
      return renewed;
    },
    async subscribe({ platformUserId }) {
      failing("subscribe");
      subscribed.add(platformUserId);
    },
    async unsubscribe({ platformUserId }) {
      failing("unsubscribe");
      subscribed.delete(platformUserId);
    },
    answerChallenge: () => undefined,
    readWebhook: (body) => ({ events: JSON.parse(body.toString()) as [], ended: [] }),
    readSignedRequest(signedRequest) {
      const [, appScopedId, at] = /^signed:([^@]+)(?:@(.+))?$/.exec(signedRequest) ?? [];
      if (!appScopedId) throw new PlatformError("BAD_SIGNATURE", "not signed");
      return { platform: name, appScopedId, ...(at && { at: new Date(at) }) };
    },
  };
}

/** An account that a provider proves, with tokens that no log, answer or dump may show. */
export function provenAccount(
  platform: PlatformName,
  id: string,
  fields: Partial<ProvenAccount> = {},
): ProvenAccount {
  return {
    platform,
    platformUserId: id,
    appScopedId: `scoped_${id}`,
    pageId: null,
    username: `user_${id}`,
    displayName: `User ${id}`,
    profileImageUrl: null,
    tokens: {
      accessToken: `very-secret-access-${id}`,
      refreshToken: `very-secret-refresh-${id}`,
      issuedAt: new Date(),
      expiresAt: new Date(Date.now() + 60 * 86_400_000),
    },
    ...fields,
  };
}
