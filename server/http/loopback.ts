import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether a host name or an address is this very machine: localhost, 127.*, ::1, and 127.* written as IPv6. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    bare === "localhost" ||
    (isIP(bare) !== 0 && ipaddr.isValid(bare) && ipaddr.process(bare).range() === "loopback")
  );
}
