import type { FastifyInstance } from "fastify";
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/**
 * Tidies what proxies say of a client's address: some add the port, and what is no address at all becomes 0.0.0.0, so
 * that `request.ip` is always one. Only where proxies are trusted; elsewhere nobody reads the header. What stands before
 * the entries of our own proxies is the client's to write, however long, and is dropped.
 */
export function normalizeForwardedAddresses(app: FastifyInstance, trustedProxies: number): void {
  if (trustedProxies === 0) return;
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const list = raw.headers["x-forwarded-for"];
    if (list !== undefined)
      raw.headers["x-forwarded-for"] = lastEntries(list, trustedProxies).map(addressOf).join(", ");
    done();
  });
}

/** The address that `request.ip` would be, of a request that Fastify has not seen. */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const list = trustedProxies === 0 ? undefined : headers["x-forwarded-for"];
  if (list === undefined) return socket.remoteAddress ?? "";
  return addressOf(lastEntries(list, trustedProxies)[0] ?? "");
}

/** The last `count` entries of a list, or all of them where there are fewer, in their order. */
function lastEntries(list: string | string[], count: number): string[] {
  const text = String(list);
  const entries: string[] = [];
  let end = text.length;
  while (entries.length < count && end >= 0) {
    const comma = end === 0 ? -1 : text.lastIndexOf(",", end - 1);
    entries.unshift(text.slice(comma + 1, end));
    end = comma;
  }
  return entries;
}

/** The longest is an IPv4 address in IPv6 form, in brackets and with a port. */
const longestEntry = 60;

function addressOf(entry: string): string {
  if (entry.length > longestEntry && entry.trim().length > longestEntry) return noAddress;
  const address = entry
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1");
  return ipaddr.isValid(address) && !address.includes("%") ? ipaddr.process(address).toString() : noAddress;
}

const noAddress = "0.0.0.0";
