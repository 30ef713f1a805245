import { deadToken, noPermission } from "./graph-error.ts";
import type { GraphWorld, Token } from "./graph-world.ts";

/** The token behind these letters. Throws 190 for one that is wrong, over, or of another kind. */
export function readToken(world: GraphWorld, value: string | null, kinds: readonly Token["kind"][]): Token {
  const token = world.tokens.get(value ?? "");
  if (!token || !kinds.includes(token.kind)) throw deadToken(value ?? "");
  if (token.expiresAt !== null && token.expiresAt <= world.now()) throw deadToken(value ?? "");
  return token;
}

/** Throws 200 unless one of these was agreed to. */
export function requireScope(token: Token, ...scopes: string[]): void {
  if (!scopes.some((scope) => token.scopes.includes(scope))) throw noPermission();
}
