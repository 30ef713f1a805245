import { disclosureFor, disclosureIn, replyLanguages } from "#contract/social/reply-languages.ts";
import { fillPlaceholders } from "#contract/social/placeholders.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { composeReply } from "#server/features/social/engine/decide/compose-reply.ts";
import { longestPersonName } from "#server/features/social/engine/inbox/person-names.ts";
import { newLinkCode } from "#server/features/social/links/reply-links.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";

/** For a text whose language cannot be told: the disclosure that takes most room. */
const [longestDisclosed] = replyLanguages.toSorted(
  (a, b) => Buffer.byteLength(disclosureIn(b)) - Buffer.byteLength(disclosureIn(a)),
);

/**
 * Why a text is too long for a message of its platform, with the longest names in it, its link and the words that say it
 * is automatic; undefined where it fits. A platform counts bytes, so that 600 letters of some scripts are too many.
 */
export function lackOfRoom(
  { platforms, config }: Pick<Services, "platforms" | "config">,
  platformName: PlatformName,
  text: string,
  product: { title: string } | undefined,
  isLinked = product !== undefined,
): string | undefined {
  const platform = platforms.real(platformName) ?? platforms.demo(platformName);
  const link =
    isLinked || product ? { title: "Open", url: `${config.publicUrl.origin}/l/${newLinkCode()}` } : null;
  const longest = "x".repeat(longestPersonName);
  const values = { first_name: longest, username: longest, product: product?.title ?? null };
  const filled = fillPlaceholders(text, values);
  const sent = composeReply(platform, {
    text: filled,
    link,
    disclosure: disclosureFor(text, longestDisclosed),
  });
  if (sent.text.startsWith(filled)) return undefined;
  return `This does not fit into one message on ${platformNames[platformName]}. Use a shorter text`;
}
