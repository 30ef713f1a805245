import { createRequire } from "node:module";

// The package is a bare JSON file, which Node and Vitest import differently.
const tlds = createRequire(import.meta.url)("tlds") as string[];

/** Top-level domains, and the reserved ones of RFC 2606 that stand in for them in examples. */
const endings = new Set([...tlds, "example", "test", "invalid", "localhost"]);

const dotAndLabel = /[.\u3002\uFF0E\uFF61]([\u200C\u200D\p{L}\p{M}\p{N}-]+)/gu;

const isEnding = (label: string): boolean => {
  const ascii = label
    .replaceAll(/[\u200C\u200D]/gu, "")
    .normalize("NFKC")
    .toLowerCase();
  return endings.has(ascii) || ascii.startsWith("xn--");
};

/** Whether an email program could read a domain in this text: a dot right before a real top-level domain. */
export const hasDomain = (text: string): boolean =>
  Array.from(text.matchAll(dotAndLabel)).some(([, label = ""]) => isEnding(label));

/** Puts a space behind each dot that stands right before a top-level domain. */
export const splitDomains = (text: string): string =>
  text.replaceAll(dotAndLabel, (found: string, label: string) => (isEnding(label) ? `. ${label}` : found));
