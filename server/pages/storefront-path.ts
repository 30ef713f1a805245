/** The handle whose public page a path is: "demo" for /u/demo; undefined for any other page. */
export function storefrontOf(path: string): string | undefined {
  const handle = /^\/u\/([^/]+)/.exec(path)?.[1];
  try {
    return handle && decodeURIComponent(handle).toLowerCase();
  } catch {
    return undefined;
  }
}
