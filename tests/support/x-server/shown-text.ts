import { createHash } from "node:crypto";

export type ShownUrl = { url: string; expanded_url: string; display_url: string };

/** A text as X gives it out: escaped for HTML, with every address replaced by one of its own. */
export function shownText(text: string): { text: string; urls: ShownUrl[] } {
  const urls: ShownUrl[] = [];
  const short = text.replaceAll(/https?:\/\/\S+/g, (address) => {
    const url = `https://t.co/${createHash("sha256").update(address).digest("hex").slice(0, 10)}`;
    urls.push({ url, expanded_url: address, display_url: address.replace(/^https?:\/\//, "").slice(0, 27) });
    return url;
  });
  return { text: short.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"), urls };
}
