import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/** What the provider says of someone; they sign in there with their key in `people`, and any password. */
export type Person = { email?: string; email_verified?: boolean; given_name?: string; family_name?: string };

export type OidcProvider = { issuer: string; stop(): Promise<void> };

export const oidcClient = { id: "openstall", secret: "a-secret-of-the-test-client" };

/** A certified OpenID Connect provider on 127.0.0.1, with PKCE required and one client: a store at `storeUrl`. */
export async function startOidcProvider(
  storeUrl: string,
  people: Record<string, Person>,
): Promise<OidcProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [`${storeUrl}/api/login/callback`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    pkce: { required: () => true },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name"],
    },
    findAccount: (_context: unknown, name: string) =>
      people[name] && { accountId: name, claims: () => ({ sub: name, ...people[name] }) },
    features: { devInteractions: { enabled: true } },
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomUUID()] },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AuthorizationCode: 60, IdToken: 60, AccessToken: 60 },
  });
  server.on("request", provider.callback());
  return {
    issuer,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "test" };
}
