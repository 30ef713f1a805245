import { z } from "zod";
import type { Config } from "#server/config.ts";
import { type Finding, fine, problem } from "./finding.ts";

const Metadata = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
});
const timeoutMs = 8_000;

/** Whether the OpenID Connect provider that creators sign in with is there, and is who it says. */
export async function checkSignIn({ signIn }: Config): Promise<Finding[]> {
  if (signIn.method !== "oidc") return [];
  const address = `${signIn.issuerUrl.replace(/\/$/, "")}/.well-known/openid-configuration`;
  let answer: Response;
  try {
    answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why =
      cause instanceof Error ? ("code" in cause ? String(cause.code) : cause.message) : String(cause);
    return [problem(`Nobody answers at OIDC_ISSUER_URL (${why}): no creator can sign in`)];
  }
  const metadata = Metadata.safeParse(await answer.json().catch(() => undefined));
  if (!answer.ok || !metadata.success)
    return [problem(`OIDC_ISSUER_URL is no OpenID Connect provider: ${address} answers ${answer.status}`)];
  const { issuer } = metadata.data;
  return issuer.replace(/\/$/, "") === signIn.issuerUrl.replace(/\/$/, "")
    ? [fine(`Creators sign in with ${issuer}`)]
    : [problem(`The provider at OIDC_ISSUER_URL calls itself ${issuer}: write it the same way`)];
}
