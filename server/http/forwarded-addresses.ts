import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";

/**
 * Tidies what proxies say of a client's address: some add the port, and what is no address at all becomes 0.0.0.0, so
 * that `request.ip` is always one. Only where proxies are trusted; elsewhere nobody reads the header.
 */
export function normalizeForwardedAddresses(app: FastifyInstance, trustedProxies: number): void {
  if (trustedProxies === 0) return;
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const list = raw.headers["x-forwarded-for"];
    if (list !== undefined)
      raw.headers["x-forwarded-for"] = String(list).split(",").map(addressOf).join(", ");
    done();
  });
}

function addressOf(entry: string): string {
  const address = entry
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1");
  return ipaddr.isValid(address) && !address.includes("%") ? ipaddr.process(address).toString() : "0.0.0.0";
}
