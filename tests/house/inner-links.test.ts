import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { login, logout } from "#contract/accounts/accounts.ts";
import { CartContent } from "#contract/carts/written-cart-mail.ts";
import { Block } from "#contract/design/blocks.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { linkAddress, typedAddress } from "#contract/document/link-address.ts";
import { linksOf } from "#contract/document/links-of.ts";
import { longTextLimits, mailLimits, readDocument } from "#contract/document/read-document.ts";
import { innerLink } from "#contract/inner-link.ts";
import { returnPath } from "#contract/return-path.ts";
import { OutsideUrl } from "#contract/values.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { compileMail } from "#server/documents/mail/compile-mail.ts";
import { drawBlocks } from "#server/features/design/store-blocks.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { addressesThatSignOut, notInnerLinks } from "#tests/support/hostile-links.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { services } = app;
const site = services.config.publicUrl;
/** Paths alone: what is no path is a door's own matter. */
const paths = notInnerLinks.filter((path) => path.startsWith("/") && path.length < 1_900);

const linkIn = (href: string): RichDocument => ({
  type: "doc",
  content: [
    {
      type: "paragraph",
      content: [{ type: "text", text: "Press", marks: [{ type: "link", attrs: { href } }] }],
    },
  ],
});
const buttonIn = (href: string): RichDocument => ({
  type: "doc",
  content: [{ type: "button", attrs: { label: "Press", href } }],
});
const seller = {
  name: "Mia Chen",
  handle: "mia",
  email: "mia@example.com",
  zone: "UTC",
  accent: "#0f766e",
  portrait: null,
  isWhiteLabel: false,
  isPlatform: false,
  isNameApproved: false,
};
const mailed = async (document: RichDocument) => {
  const reason = "You asked for it.";
  const mail = { subject: "News", document, shown: {}, seller, reason, postalAddress: null };
  const { fill } = await compileMail(mail, services.config);
  return hrefs(fill({ unsubscribe: { page: `${site.href}unsubscribe`, oneClick: site.href } }).html);
};
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
const block = (kind: string, rest: object) => ({ id: randomUUID(), kind, ...rest }) as Block;
const drawn = async (blocks: Block[]) =>
  (await drawBlocks(services, randomUUID(), blocks)).flatMap((one) =>
    one.kind === "link"
      ? [one.address]
      : one.kind === "social"
        ? one.addresses
        : one.kind === "text"
          ? hrefs(one.html)
          : [],
  );

/** Every place that takes a link, and every place that shows a stored one: what it makes of an address. */
const doors: Record<string, (href: string) => unknown[] | Promise<unknown[]>> = {
  "a link of a text": (href) => [linkAddress(href)],
  "a typed link": (href) => [typedAddress(href)],
  "a document": (href) => {
    const read = readDocument(linkIn(href), longTextLimits);
    return "document" in read ? linksOf(read.document) : [];
  },
  "a button of a document": (href) => {
    const read = readDocument(buttonIn(href), mailLimits);
    return "document" in read ? linksOf(read.document) : [];
  },
  "a text of a cart email": (href) => {
    const { data } = CartContent.safeParse(linkIn(href));
    return data ? linksOf(data) : [];
  },
  Markdown: (href) => linksOf(documentOfMarkdown(`[Press](<${href}>) ![Look](<${href}>) [Press](${href})`)),
  "a block of a store": (href) => {
    const { data } = Block.safeParse(block("link", { label: "Press", address: href }));
    return data?.kind === "link" ? [data.address] : [];
  },
  "a stored document": (href) => hrefs(documentHtml(linkIn(href), 2) + documentHtml(buttonIn(href), 2)),
  "a stored email": async (href) => {
    const own = await mailed({ type: "doc", content: [] });
    const all = await Promise.all([mailed(linkIn(href)), mailed(buttonIn(href))]);
    return all
      .flat()
      .filter((to) => !own.includes(to))
      .map((to) => (to.startsWith(site.origin) ? to.slice(site.origin.length) : to));
  },
  "a stored block": (href) =>
    drawn([
      block("link", { label: "", address: href }),
      block("social", { addresses: [href] }),
      block("text", { document: linkIn(href) }),
    ]),
  "a return": (href) => [returnPath(href, "") || undefined],
};
const links = (made: unknown[]) => made.filter((href) => href !== undefined && href !== "");

test.each(Object.entries(doors))(
  "%s leads to pages of this site, and never into the API",
  async (name, open) => {
    // Markdown has no links within the site.
    const ordinary = name === "Markdown" ? "https://example.com/" : "/u/demo";
    expect(links(await open(ordinary)).length).toBeGreaterThan(0);
    for (const path of paths) {
      // Editors take blanks out of what is typed before they judge it.
      const made = links(await open(path)).filter((href) => innerLink(String(href)) !== String(href));
      expect(made, path).toEqual([]);
    }
  },
);

test("no address of any site signs its visitor out", async () => {
  const { "a return": _, "a text of a cart email": __, ...ofAnySite } = doors;
  expect(OutsideUrl.safeParse("https://example.com/watch").success).toBe(true);
  for (const address of addressesThatSignOut("https://store.example.com")) {
    expect(OutsideUrl.safeParse(address).success, address).toBe(false);
    for (const [name, open] of Object.entries(ofAnySite)) {
      const made = links(await open(address)).filter(
        (href) => URL.parse(String(href), site.href)?.host === "store.example.com",
      );
      expect(made, `${name}: ${address}`).toEqual([]);
    }
  }
});

test("signing in and out leads nowhere else either", async () => {
  const someone = app.as(await makeCreator(app));
  for (const returnTo of paths) {
    const away = await app.call(login, { querystring: { returnTo } });
    expect(away.headers["location"], returnTo).toBe("/sign-in");
    expect((await app.call(logout, { querystring: { returnTo } })).headers["location"], returnTo).toBe("/");
    expect((await someone.call(login, { querystring: { returnTo } })).headers["location"]).not.toContain(
      "api",
    );
  }
});

/** Pages, files, and links that count a visit and lead on to a page: following one does nothing else. */
const harmless = new Set([
  "*",
  "/*",
  "/images/:id/:file",
  "/l/:code",
  "/og/u/:handle.jpg",
  "/og/u/:handle/:slug.jpg",
  "/r/:token",
  "/seen/u/*",
]);

test("every address of the server that is not a page is out of reach of a link", () => {
  const urls = routesOf(app.app.printRoutes({ commonPrefix: false }));
  expect(urls.length).toBeGreaterThan(300);
  expect(urls).toEqual(expect.arrayContaining([login.url, "/oauth/instagram/callback", "/webhook/sandbox"]));
  const reachable = urls.filter((url) => innerLink(url.replaceAll(/[:*]\w*/g, "x")) !== undefined);
  expect(reachable.filter((url) => !harmless.has(url))).toEqual([]);
});

/** The paths of Fastify's printed tree. */
function routesOf(tree: string): string[] {
  const parts: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part, methods] = /^((?:│ {3}| {4})*)[├└]── (\S+)( \()?/.exec(line) ?? [];
    if (part === undefined) return [];
    parts.splice(indent.length / 4, parts.length, part);
    return methods ? [parts.join("")] : [];
  });
}
