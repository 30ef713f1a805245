const escapes = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** A text as it may stand in HTML, between elements and in an attribute's quotes. */
export const escapeHtml = (text: string): string =>
  /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (sign) => escapes.get(sign) ?? "") : text;
