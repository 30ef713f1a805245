import type { FastifyInstance } from "fastify";
import type { IncomingMessage } from "node:http";
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

/** The address that `request.ip` would be, of a request that Fastify has not seen. */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const list = trustedProxies === 0 ? undefined : headers["x-forwarded-for"];
  if (list === undefined) return socket.remoteAddress ?? "";
  const said = String(list).split(",");
  return addressOf(said.at(-trustedProxies) ?? said[0] ?? "");
}

function addressOf(entry: string): string {
  const address = entry
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1");
  return ipaddr.isValid(address) && !address.includes("%") ? ipaddr.process(address).toString() : "0.0.0.0";
}
