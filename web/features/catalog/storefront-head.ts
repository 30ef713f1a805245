import type { Creator } from "#contract/accounts/accounts.ts";

/** Title, description and the card that a shared link shows. */
export function storefrontHead(creator: Creator, origin: string) {
  const title = creator.isWhiteLabel ? creator.name : `${creator.name} | Openstall`;
  const description =
    creator.tagline ?? creator.bio?.slice(0, 160) ?? `Products and courses by ${creator.name}`;
  const url = `${origin}/u/${creator.handle}`;
  return {
    meta: [
      { title },
      { name: "description", content: description },
      { property: "og:type", content: "profile" },
      { property: "og:title", content: creator.name },
      { property: "og:description", content: description },
      { property: "og:url", content: url },
      { property: "og:image", content: `${origin}/og/u/${creator.handle}.jpg` },
      { property: "og:image:width", content: "1200" },
      { property: "og:image:height", content: "630" },
      { property: "og:image:alt", content: `${creator.name}'s store` },
      { name: "twitter:card", content: "summary_large_image" },
    ],
    links: [{ rel: "canonical", href: url }],
  };
}
