import { expect, test } from "vitest";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { clickReplyLink, makeReplyLink, newPhone } from "#tests/support/reply-link.ts";
import { testApp } from "#tests/support/test-app.ts";
import type { WebApp } from "./render-page.ts";
import { servePages } from "./serve-pages.ts";

/** A web app that knows one page, and has one that says that there is no other. */
const web: WebApp = {
  pageMode: (path) => (path === "/terms" ? "static" : "unknown"),
  fetch: async (request) => {
    const isKnown = new URL(request.url).pathname === "/terms";
    return new Response(isKnown ? "<h1>Terms</h1>" : "<h1>No such page</h1>", {
      status: isKnown ? 200 : 404,
      headers: { "content-type": "text/html", "x-openstall-page": "static" },
    });
  },
};
const app = await testApp(
  {},
  { prepare: (app, services) => servePages(app, services, { load: async () => web, assets: new Map() }) },
);
const open = (url: string) => app.app.inject({ url, headers: { "user-agent": newPhone() } });

test("the link of a reply leads on, and sets its cookie alone", async () => {
  const product = await makeProduct(app);
  const code = await makeReplyLink(app, product);
  const opened = await clickReplyLink(app, { cookies: {} }, code);
  expect([opened.statusCode, opened.headers.location]).toEqual([302, `/checkout/${product.id}?via=${code}`]);
  expect(opened.headers["cache-control"]).toBe("private, no-store");
  expect(opened.cookies).toMatchObject([{ name: "reply", value: code }]);
});

test("a link that nobody knows is the page that says so, as any other unknown address is", async () => {
  const { statusCode, headers, body, cookies } = await open("/nope");
  for (const url of [
    "/l/nope",
    "/l/abcdefghij",
    "/l/abcdefghij?aff=MAYA",
    `/l/${"a".repeat(400)}`,
    "/l/a/b",
    "/l/",
  ]) {
    const unknown = await open(url);
    expect([unknown.statusCode, unknown.body, unknown.cookies], url).toEqual([statusCode, body, cookies]);
    expect(Object.keys(unknown.headers).toSorted(), url).toEqual(Object.keys(headers).toSorted());
  }
  expect([statusCode, body, cookies]).toEqual([404, "<h1>No such page</h1>", []]);
});

test("an affiliate's code is remembered on whatever page it is opened, and nowhere else", async () => {
  const { link } = await makeAffiliate(app, { ownerId: (await makeCreator(app)).id });
  expect((await open(`/terms?aff=${link.code}`)).cookies).toMatchObject([{ name: "aff", value: link.code }]);
  for (const url of ["/terms", "/terms?aff=nobody", `/nope?aff=${link.code}`, `/api/nope?aff=${link.code}`])
    expect((await open(url)).cookies, url).toEqual([]);
});
