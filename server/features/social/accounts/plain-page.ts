import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

type Page = {
  status: number;
  title: string;
  /** One sentence in each. */
  lines: readonly string[];
  link?: { href: string; text: string };
  /** For the script at this address, as data attributes of the body. */
  script?: { src: string; data: Record<string, string> };
};

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px;box-sizing:border-box;
font:16px/1.5 system-ui,sans-serif;background:light-dark(#faf9f7,#131110);color:light-dark(#1b1815,#f5f2ed)}
main{max-width:26rem;padding:28px;border-radius:16px;border:1px solid light-dark(#e9e4dd,#2d2925);
background:light-dark(#fff,#1b1917)}
h1{margin:0 0 8px;font-size:1.25rem;line-height:1.3}p{margin:0 0 12px;color:light-dark(#6b645c,#aaa297);overflow-wrap:anywhere}
a{display:inline-block;margin-top:8px;padding:10px 18px;border-radius:10px;font-weight:600;text-decoration:none;
background:light-dark(#1b1815,#f5f2ed);color:light-dark(#fff,#1b1815)}a:focus-visible{outline:3px solid #cf3d08;outline-offset:2px}`;

/** It has a look, a script of ours at most, and nothing else; nobody frames it. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A page of a few words, for whoever a provider sends to us outside of the web app. */
export function sendPlainPage(
  reply: FastifyReply,
  { status, title, lines, link, script }: Page,
): FastifyReply {
  const data = Object.entries(script?.data ?? {}).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return reply
    .code(status)
    .headers({
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    })
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width,initial-scale=1">` +
        `<title>${escaped(title)} | Openstall</title><style>${style}</style></head><body${data.join("")}><main>` +
        `<h1>${escaped(title)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join("")}` +
        (link ? `<a href="${escaped(link.href)}">${escaped(link.text)}</a>` : "") +
        `</main>${script ? `<script src="${escaped(script.src)}"></script>` : ""}</body></html>`,
    );
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
