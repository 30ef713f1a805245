/** What stands behind a link's code in a mail: the row of its recipient, which nobody can guess. */
export const readerMark = (promotionId: string): string =>
  Buffer.from(promotionId.replaceAll("-", ""), "hex").toString("base64url");

/** A link's code, and the recipient's row, of `/r/{token}`; undefined for what is none. */
export function readLinkToken(token: string): { code: string; promotionId: string } | undefined {
  if (!/^[A-Za-z0-9]{10}[\w-]{22}$/.test(token)) return undefined;
  const hex = Buffer.from(token.slice(10), "base64url").toString("hex");
  return {
    code: token.slice(0, 10),
    promotionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
  };
}
