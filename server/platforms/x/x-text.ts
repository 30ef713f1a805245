/** A short address that X put into a text, and what it stands for. */
export type ShortLink = { url: string; expanded_url?: string | undefined };

/**
 * A text as it was written: X escapes it for HTML, replaces every address by one of its own, and appends one for a
 * picture (`mediaUrl`), which is left out.
 */
export function writtenText(text: string, links: readonly ShortLink[], mediaUrl?: string): string {
  const own = mediaUrl ? text.replace(mediaUrl, "").trimEnd() : text;
  const long = links.reduce(
    (sofar, { url, expanded_url }) => (expanded_url ? sofar.replaceAll(url, () => expanded_url) : sofar),
    own,
  );
  return long.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** What a message with a link is as a text: X has no buttons. */
export const textWithLink = (text: string, button: { url: string } | null): string =>
  button ? `${text}\n\n${button.url}` : text;

/** Whether a message that stands in a conversation is `text`, or `text` with its link. */
export function isSameMessage(found: string, text: string): boolean {
  if (found.trim() === text.trim()) return true;
  return found.startsWith(`${text}\n\n`) && /^https?:\/\/\S+$/.test(found.slice(text.length + 2).trim());
}
