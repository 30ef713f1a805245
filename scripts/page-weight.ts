import type { BrowserContext } from "@playwright/test";

/** What a browser loads to show a page for the first time, in bytes as they travel. */
export type PageWeight = {
  scriptBytes: number;
  styleBytes: number;
  htmlBytes: number;
  fontBytes: number;
  /** Everything but images. */
  totalBytes: number;
  /** What is wrong whatever the sizes: an asset that is missing or travels uncompressed. */
  faults: string[];
};

/** Opens a page with an empty cache in a context of its own and weighs what arrives until two seconds after load. */
export async function weighPage(context: BrowserContext, url: string): Promise<PageWeight> {
  const page = await context.newPage();
  const weight: PageWeight = {
    scriptBytes: 0,
    styleBytes: 0,
    htmlBytes: 0,
    fontBytes: 0,
    totalBytes: 0,
    faults: [],
  };
  const seen = new Set<string>();
  const pending: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (seen.has(request.url()) || !request.url().startsWith(new URL(url).origin)) return;
    seen.add(request.url());
    pending.push(
      (async () => {
        const [sizes, response] = await Promise.all([request.sizes(), request.response()]);
        const bytes = sizes.responseBodySize;
        const type = kindOf(request.url(), request.resourceType());
        if (type === "image" || type === "media") return;
        weight.totalBytes += bytes;
        if (type === "script") weight.scriptBytes += bytes;
        if (type === "stylesheet") weight.styleBytes += bytes;
        if (type === "document") weight.htmlBytes += bytes;
        if (type === "font") weight.fontBytes += bytes;
        const { pathname } = new URL(request.url());
        const encoding = await response?.headerValue("content-encoding");
        const isAnswer = pathname.startsWith("/api/");
        if (type !== "font" && !isAnswer && bytes > 2000 && encoding !== "br")
          weight.faults.push(`${pathname} is not brotli`);
      })(),
    );
  });
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400) weight.faults.push(`${pathname} answers ${response.status()}`);
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(2000);
  // What comes later is not weighed, nor asked for its size while the page is closed.
  page.removeAllListeners("requestfinished");
  await Promise.all(pending);
  await page.close();
  return weight;
}

/** What a static page must not contain, and the stylesheets it names. */
export async function inspectStaticPage(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  const faults: string[] = [];
  if (/<script[^>]+\bsrc=/i.test(html)) faults.push("has a script file");
  if (/rel="?modulepreload/i.test(html)) faults.push("preloads scripts");
  const links = [...html.matchAll(/<link[^>]+rel="?stylesheet"?[^>]*>/gi)];
  if (links.length === 0) faults.push("has no stylesheet");
  for (const [link] of links) {
    const href = /href="([^"]+)"/.exec(link)?.[1] ?? "";
    const { status } = await fetch(new URL(href, url));
    if (status !== 200) faults.push(`stylesheet ${href} answers ${status}`);
  }
  return faults;
}

/** A preloaded module travels as "other" in some versions of Chromium: its name tells. */
function kindOf(url: string, resourceType: string) {
  return new URL(url).pathname.endsWith(".js") ? "script" : resourceType;
}
