import Fastify from "fastify";
import { expect, test } from "vitest";
import { clientAddress, normalizeForwardedAddresses } from "./forwarded-addresses.ts";

test.each([0, 1, 2, 3])("behind %d proxies, an address is read as Fastify reads it", async (proxies) => {
  const app = Fastify({ trustProxy: proxies > 0 && ((_address: string, hop: number) => hop < proxies) });
  const read: string[] = [];
  app.addHook("onRequest", (request, _reply, done) => {
    read.push(clientAddress(request.raw, proxies));
    done();
  });
  normalizeForwardedAddresses(app, proxies);
  app.get("/", (request) => request.ip);
  const said = [
    undefined,
    "",
    "203.0.113.5",
    "203.0.113.5:4711",
    "198.51.100.1, 203.0.113.5",
    "1.1.1.1,2.2.2.2 , 3.3.3.3,4.4.4.4",
    "[2001:db8::1]:443, ::ffff:192.0.2.7",
    "fe80::1%eth0, unknown",
    "nobody, , 203.0.113.5",
    "203.0.113.5,",
  ];
  for (const list of said) {
    const headers = list === undefined ? {} : { "x-forwarded-for": list };
    const { body } = await app.inject({ url: "/", headers, remoteAddress: "192.0.2.99" });
    expect([list, read.at(-1)]).toEqual([list, body]);
  }
});
