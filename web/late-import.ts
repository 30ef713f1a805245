/**
 * Every `import()` of the built app (web/build/fetched-first.ts): brings a part's files into the browser's cache, then imports
 * it. Browsers remember for the page's life that a module could not be loaded, but a file that was only fetched may be
 * asked for again, so that a part which a dead network took comes with the next attempt. A file that the server has lost is
 * told by the event of Vite's own loader, whose place this takes; who prevents its default gets nothing instead of the error.
 * @throws UnansweredError where the network failed, and whatever else keeps the part from being had
 */
export async function importLate<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part | undefined> {
  try {
    await Promise.all(files.map((file) => fetchOnce(`/${file}`)));
    return await load();
  } catch (error) {
    if (error instanceof UnansweredError) throw error;
    const event = Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload: error });
    if (dispatchEvent(event)) throw error;
    return undefined;
  }
}

class UnansweredError extends Error {
  override name = "UnansweredError";
}

const fetched = new Map<string, Promise<void>>();

/** What the page itself came with is there, and what is on its way is waited for. */
function fetchOnce(path: string): Promise<void> {
  const known = fetched.get(path) ?? (hasLink(path) ? Promise.resolve() : fetchFile(path));
  fetched.set(path, known);
  known.catch(() => fetched.delete(path));
  return known;
}

const hasLink = (path: string) => document.querySelector(`link[href="${path}"]`) !== null;

async function fetchFile(path: string) {
  const response = await fetch(path).catch((cause: unknown) => {
    throw new UnansweredError(`${path} was not answered`, { cause });
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  // Only a file that came whole is kept.
  await response.arrayBuffer().catch((cause: unknown) => {
    throw new UnansweredError(`${path} did not come whole`, { cause });
  });
}
