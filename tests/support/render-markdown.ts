import { createMarkdownParser } from "#server/documents/markdown-parser.ts";

/** Markdown as it was shown while texts were Markdown: safe HTML whose headings begin at level 4. */
export const renderMarkdown = (markdown: string): string => parser.render(markdown);

const parser = createMarkdownParser();

parser.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  // "[text]()" leads nowhere: it is no link.
  if (!tokens[index]?.attrGet("href")) return "<a>";
  tokens[index]?.attrSet("target", "_blank");
  tokens[index]?.attrSet("rel", "noopener noreferrer nofollow ugc");
  return self.renderToken(tokens, index, options);
};

parser.renderer.rules.image = (tokens, index) => {
  const { escapeHtml } = parser.utils;
  const url = String(tokens[index]?.attrGet("src") ?? "");
  const label = tokens[index]?.content || url;
  if (!url) return escapeHtml(label);
  return `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer nofollow ugc">${escapeHtml(label)}</a>`;
};

parser.core.ruler.push("lower_headings", ({ tokens }) => {
  for (const token of tokens) {
    if (!token.type.startsWith("heading_")) continue;
    token.tag = `h${Math.min(6, Math.max(4, Number(token.tag.slice(1)) + 2))}`;
  }
});
