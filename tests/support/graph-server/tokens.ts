import { deadToken, noPermission } from "./graph-error.ts";
import type { GraphState, Token } from "./state.ts";

/** The token behind these letters. Throws 190 for one that is wrong, over, or of another kind. */
export function readToken(state: GraphState, value: string | null, kinds: readonly Token["kind"][]): Token {
  const token = state.tokens.get(value ?? "");
  if (!token || !kinds.includes(token.kind)) throw deadToken(value ?? "");
  if (token.expiresAt !== null && token.expiresAt <= state.now()) throw deadToken(value ?? "");
  return token;
}

/** Throws 200 unless one of these was agreed to. */
export function requireScope(token: Token, ...scopes: string[]): void {
  if (!scopes.some((scope) => token.scopes.includes(scope))) throw noPermission();
}
