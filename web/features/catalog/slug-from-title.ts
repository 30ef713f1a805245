import { trimCharacters } from "#contract/trim-characters.ts";

/** A title in the form of a slug: "Café & Küche 2.0" becomes "cafe-kuche-2-0", "光与影" becomes "product". */
export function slugFromTitle(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80);
  return trimCharacters(slug, "-") || (title.trim() && "product");
}
