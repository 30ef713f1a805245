import { longestButtonTitle } from "#contract/social/automatic-replies.ts";
import type { SocialPlatform } from "#server/platforms/social-platform.ts";

type Reply = {
  /** What the creator wrote. */
  text: string;
  link: { title: string; url: string } | null;
  /** What says that the message is automatic; null: an earlier one has said so. */
  disclosure: string | null;
};

/**
 * What is sent: the text, the link as a button or written out, and the disclosure. What the platform has no room for is
 * taken from the text, never from the link.
 */
export function composeReply(
  { maxText, hasButtons }: Pick<SocialPlatform, "maxText" | "hasButtons">,
  { text, link, disclosure }: Reply,
): { text: string; button: { title: string; url: string } | null } {
  const after = [link && !hasButtons ? link.url : "", disclosure ?? ""].filter(Boolean);
  const size = maxText.unit === "BYTES" ? Buffer.byteLength : characters;
  const rest = after.map((part) => `\n\n${part}`).join("");
  const room = maxText.length - size(rest);
  return {
    // A link by itself needs a word beside it: no platform takes a button without text.
    text: `${shorten(text || (link?.title ?? ""), room, size)}${rest}`.trim(),
    button:
      link && hasButtons
        ? { title: shorten(link.title, longestButtonTitle, characters), url: link.url }
        : null,
  };
}

const characters = (text: string): number => Array.from(text).length;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cut between characters as people see them, with an ellipsis. */
function shorten(text: string, room: number, size: (text: string) => number): string {
  if (size(text) <= room) return text;
  let kept = "";
  let left = room - size("…");
  for (const { segment } of graphemes.segment(text)) {
    left -= size(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
