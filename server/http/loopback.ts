import { isIP } from "node:net";

/** Whether a host name is this very machine: localhost, 127.*, [::1]. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}
