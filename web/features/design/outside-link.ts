/** What a link of a creator's has: those that leave the site say so, and tell the other site nothing. */
export const outsideLink = (address: string) =>
  address.startsWith("/")
    ? { href: address }
    : { href: address, target: "_blank", rel: "noopener noreferrer nofollow ugc" };
