import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the stand-in says of who signs in there; whatever code is shown to it. */
type Claims = Record<string, unknown>;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * The three addresses of an OpenID provider that a store asks itself, without a page for anybody to sign in at: it believes every
 * code, and tells of the person at `userinfo` alone. `nonce` has to be what the store sent the browser away with.
 */
export async function startOpenIdStub(clientId: string, claims: Claims) {
  const stub = { nonce: "", userinfo: claims, idToken: {} as Claims };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://local");
    const now = Math.floor(Date.now() / 1_000);
    const told = {
      iss: issuer,
      aud: clientId,
      sub: "s1",
      iat: now,
      exp: now + 60,
      nonce: stub.nonce,
      ...stub.idToken,
    };
    const idToken = `${encoded({ alg: "RS256" })}.${encoded({ ...told, auth_time: now })}.c2lnbmVk`;
    const answers: Record<string, object> = {
      "/.well-known/openid-configuration": {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      },
      "/token": { access_token: "tok_of_access", token_type: "Bearer", expires_in: 60, id_token: idToken },
      "/me": { sub: "s1", email_verified: true, ...stub.userinfo },
    };
    request.resume();
    response
      .writeHead(answers[pathname] ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(answers[pathname] ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(stub, {
    issuer,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}
