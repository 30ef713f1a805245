import { isIP } from "node:net";
import type { Config } from "#server/config.ts";

/** For whom a passkey is made and by whom it is asked for: the installation's own address, and nothing that a request says. */
export type RelyingParty = { id: string; name: string; origin: string };

/**
 * Undefined where there are no passkeys: browsers have them for names only, on https or this very machine; and where a
 * provider signs creators in, a passkey must be no way around it.
 */
export function relyingParty({ publicUrl, signIn }: Config): RelyingParty | undefined {
  const { hostname, protocol, origin } = publicUrl;
  const isSecure = protocol === "https:" || hostname === "localhost";
  if (signIn.method !== "code" || !isSecure || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return undefined;
  return { id: hostname, name: "Openstall", origin };
}
