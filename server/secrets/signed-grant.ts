import type { TokenPurpose } from "./derived-keys.ts";
import { keyedToken, sameText } from "./secrets.ts";
import type { Services } from "#server/services.ts";

type Signing = Pick<Services, "clock" | "secret">;

const hours12 = 12 * 60 * 60;

/**
 * The token of a link that opens one thing for one holder for 12 hours. `purpose` keeps the token of one kind of link from
 * opening another; the parts contain no full stop.
 */
export function signGrant(
  { clock, secret }: Signing,
  purpose: TokenPurpose,
  parts: readonly string[],
): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + hours12;
  const grant = [...parts, expires].join(".");
  return `${grant}.${keyedToken(secret, purpose, grant)}`;
}

/** The parts that a token was made of; undefined when it is forged, of another purpose, or expired. */
export function readGrant(
  { clock, secret }: Signing,
  purpose: TokenPurpose,
  token: string,
): string[] | undefined {
  const end = token.lastIndexOf(".");
  if (end < 0) return undefined;
  const grant = token.slice(0, end);
  if (!sameText(token.slice(end + 1), keyedToken(secret, purpose, grant))) return undefined;
  const parts = grant.split(".");
  const expires = Number(parts.pop());
  return expires * 1000 > clock.now().getTime() ? parts : undefined;
}
