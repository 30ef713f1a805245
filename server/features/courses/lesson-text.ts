import { createMarkdownParser } from "#server/documents/markdown-parser.ts";

/**
 * A lesson's Markdown as safe HTML. Markup typed into it stays text, only web and mail addresses become links, and a
 * picture becomes a link to it, because no page loads anything from another site. Headings begin at level 4: the page's
 * own come above.
 */
export function renderLessonText(markdown: string): string {
  const html = rendered.get(markdown) ?? parser.render(markdown);
  // Put behind all the others: those at the front have not been read for longest.
  rendered.delete(markdown);
  rendered.set(markdown, html);
  for (const oldest of rendered.keys()) {
    if (rendered.size <= keptTexts) break;
    rendered.delete(oldest);
  }
  return html;
}

/** What was read lately: a lesson is the same for all its buyers, and rendering it costs more than finding it. */
const rendered = new Map<string, string>();
const keptTexts = 200;

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
