import { trimCharacters } from "#contract/trim-characters.ts";

/**
 * The slug that a title will probably get, shown until the server has spelled it: "Café & Küche 2.0" becomes
 * "cafe-kuche-2-0". Other scripts are left to the server, whose tables are too large for a page.
 */
export function slugFromTitle(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80);
  return trimCharacters(slug, "-") || (title.trim() && "product");
}
