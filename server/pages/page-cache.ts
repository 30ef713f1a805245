import { createHash } from "node:crypto";
import { compressed, type Encoding } from "./compression.ts";
import { storefrontOf } from "./storefront-path.ts";

/** A static page, ready to send. */
export type CachedPage = { bodies: Record<Encoding, Buffer>; etag: string; storedAt: number };

export type PageCache = ReturnType<typeof createPageCache>;

const maxPages = 500;
const maxBytes = 64 * 1024 * 1024;

/**
 * Static pages of this process by path: at most 500 or 64 MB, the least used go first, and none is older than a minute,
 * should a change's notification be lost.
 */
export function createPageCache({ now, maxAgeMs = 60_000 }: { now: () => number; maxAgeMs?: number }) {
  const pages = new Map<string, CachedPage>();
  const rendering = new Map<string, Promise<CachedPage | undefined>>();
  let bytes = 0;
  let generation = 0;

  function remove(path: string) {
    const page = pages.get(path);
    if (!page) return;
    pages.delete(path);
    bytes -= sizeOf(page);
  }

  function store(path: string, page: CachedPage) {
    remove(path);
    pages.set(path, page);
    bytes += sizeOf(page);
    for (const oldest of pages.keys()) {
      if (pages.size <= maxPages && bytes <= maxBytes) break;
      remove(oldest);
    }
  }

  return {
    find(path: string): CachedPage | undefined {
      const page = pages.get(path);
      if (!page) return undefined;
      remove(path);
      if (now() - page.storedAt > maxAgeMs) return undefined;
      store(path, page);
      return page;
    },

    /** Renders a page once, however many ask for it at the same time. `render` answers undefined for what is no page to keep. */
    async keep(path: string, render: () => Promise<string | undefined>): Promise<CachedPage | undefined> {
      const running = rendering.get(path);
      if (running) return running;
      const before = generation;
      const run = (async () => {
        const html = await render();
        if (html === undefined) return undefined;
        const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
        const page = { bodies: await compressed(html), etag, storedAt: now() };
        // What was rendered from data that has changed meanwhile is sent, but not kept.
        if (generation === before) store(path, page);
        return page;
      })();
      rendering.set(path, run);
      try {
        return await run;
      } finally {
        if (rendering.get(path) === run) rendering.delete(path);
      }
    },

    /** Forgets a creator's pages; all pages when no handle is given. */
    drop(handle?: string) {
      generation++;
      rendering.clear();
      for (const path of pages.keys()) {
        if (!handle || storefrontOf(path) === handle.toLowerCase()) remove(path);
      }
    },

    get size() {
      return pages.size;
    },
  };
}

function sizeOf({ bodies }: CachedPage) {
  return bodies.br.length + bodies.gzip.length + bodies.identity.length;
}
