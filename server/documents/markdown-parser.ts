import MarkdownIt from "markdown-it";

/** Markdown as it is read everywhere: markup stays text, and only web and mail addresses become links. */
export function createMarkdownParser() {
  const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 });
  parser.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url.trim());
  return parser;
}
