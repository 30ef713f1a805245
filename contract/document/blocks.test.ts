import { expect, test } from "vitest";
import { documentHtml, type ShownProduct } from "#server/documents/document-html.ts";
import type { Block, RichDocument } from "./document.ts";
import { documentText } from "./document-text.ts";
import { isBlank } from "./is-blank.ts";
import { descriptionLimits, longTextLimits, postLimits, readDocument } from "./read-document.ts";
import { videoHref, videoOfAddress } from "./video-address.ts";

const id = "6f2b3a1e-0000-4000-8000-000000000001";
const doc = (...content: unknown[]) => ({ type: "doc", content });
const button = (attrs: object = {}) => ({
  type: "button",
  attrs: { label: "Book <a> call", href: "https://example.com/?a=1&b=2", ...attrs },
});
const video = (attrs: object = {}) => ({
  type: "video",
  attrs: { provider: "youtube", videoId: "dQw4w9WgXcQ", title: "A <walk>", ...attrs },
});
const product = (attrs: object = {}) => ({ type: "product", attrs: { productId: id, ...attrs } });
const attachment = (attrs: object = {}) => ({ type: "attachment", attrs: { fileId: id, ...attrs } });
const read = (...content: unknown[]): RichDocument => {
  const answer = readDocument(doc(...content), longTextLimits);
  if (!("document" in answer)) throw new Error(answer.problem);
  return answer.document;
};

test("a button, a video, a product and a file are kept as they are, and count as something", () => {
  const blocks = [button(), video(), product(), attachment()];
  expect(read(...blocks)).toEqual(doc(...blocks));
  for (const block of blocks) expect(isBlank({ type: "doc", content: [block as Block] })).toBe(false);
});

test("one that lacks what it needs, holds more, or leads where nothing may, refuses the whole", () => {
  const refused = [
    button({ label: "" }),
    button({ label: "  " }),
    button({ label: "x".repeat(501) }),
    button({ href: "" }),
    button({ href: "javascript:alert(1)" }),
    button({ href: "/api/logout" }),
    button({ onclick: "alert(1)" }),
    { type: "button", attrs: { label: "a" } },
    { type: "button" },
    { ...button(), content: [{ type: "text", text: "a" }] },
    video({ provider: "evil" }),
    video({ provider: undefined }),
    video({ videoId: '"><script>' }),
    video({ videoId: "../../x" }),
    video({ videoId: "" }),
    video({ src: "https://evil.example.com" }),
    { type: "video", attrs: { videoId: "dQw4w9WgXcQ" } },
    product({ productId: "1" }),
    product({ productId: `${id}x` }),
    product({ title: "Mine" }),
    { type: "product" },
    attachment({ fileId: "../etc/passwd" }),
    attachment({ url: "https://evil.example.com" }),
    { ...product(), marks: [{ type: "bold" }] },
  ];
  for (const block of refused)
    expect(readDocument(doc(block), longTextLimits), JSON.stringify(block)).toHaveProperty("problem");
});

test("a file stands in lessons only, and neither descriptions nor posts take one", () => {
  for (const limits of [descriptionLimits, postLimits]) {
    expect(readDocument(doc(attachment()), limits)).toHaveProperty("problem");
    expect(readDocument(doc(button(), video(), product()), limits)).toHaveProperty("document");
  }
});

test("they are shown as links, with every word escaped; what is not there any more is left out", () => {
  const document = read(button(), video(), product(), attachment());
  const cover = {
    src: "/images/1/1.jpeg",
    avif: "",
    webp: "/images/1/1.webp 320w",
    width: 16,
    height: 10,
    alt: "",
  };
  const shown: ShownProduct = { title: "<Kit>", price: "$9.00", path: "/u/maya/kit", cover };
  const file = { name: 'a"b.pdf', sizeBytes: 2_000, url: "/api/lesson-attachment/t/1" };
  const outside = ' target="_blank" rel="noopener noreferrer nofollow ugc"';
  const first =
    `<p class="text-button"><a href="https://example.com/?a=1&amp;b=2"${outside}><bdi>Book &lt;a&gt; call</bdi></a></p>` +
    `<p class="text-card"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"${outside}><span aria-hidden="true">▶</span><span><strong dir="auto">A &lt;walk&gt;</strong> <small>on YouTube</small></span></a></p>`;
  expect(documentHtml(document, 4)).toBe(first);
  const html = documentHtml(document, 4, {
    products: new Map([[id, shown]]),
    files: new Map([[id, file]]),
  });
  expect(html).toContain(
    '<p class="text-card"><a href="/u/maya/kit"><img src="/images/1/1.jpeg" srcset="/images/1/1.webp 320w" sizes="5rem" alt="" width="16" height="10" loading="lazy" decoding="async"><span><strong dir="auto">&lt;Kit&gt;</strong> <small>$9.00</small></span></a></p>',
  );
  expect(html).toContain('download="a&quot;b.pdf"');
  expect(html).not.toMatch(/<(iframe|script|video|embed|object)/);
});

test("as a text a button and a video are their words, and no address is among these", () => {
  const said = [button(), product(), video({ title: "" }), video(), attachment()];
  expect(documentText(read(...said))).toBe("Book <a> call\n\nA <walk>");
});

test("a video's address is understood as people copy it, and no other is", () => {
  const youtube = { provider: "youtube" as const, videoId: "dQw4w9WgXcQ" };
  for (const [typed, video] of [
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s", youtube],
    ["youtube.com/watch?v=dQw4w9WgXcQ", youtube],
    ["https://m.youtube.com/watch?v=dQw4w9WgXcQ", youtube],
    [" https://youtu.be/dQw4w9WgXcQ?si=x ", youtube],
    ["https://www.youtube.com/shorts/dQw4w9WgXcQ", youtube],
    ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", youtube],
    ["https://vimeo.com/123456789", { provider: "vimeo", videoId: "123456789" }],
    ["https://vimeo.com/123456789/abcdef1234", { provider: "vimeo", videoId: "123456789/abcdef1234" }],
    [
      "https://player.vimeo.com/video/123456789?h=abcdef1234",
      { provider: "vimeo", videoId: "123456789/abcdef1234" },
    ],
    ["https://vimeo.com/channels/staffpicks/123456789", { provider: "vimeo", videoId: "123456789" }],
  ] as const) {
    expect(videoOfAddress(typed), typed).toEqual(video);
    const kept = read({ type: "video", attrs: { ...video, title: "" } });
    expect(kept.content).toHaveLength(1);
    expect(videoOfAddress(videoHref(video))).toEqual(video);
  }
  for (const typed of [
    "",
    "watch",
    "https://youtube.com/",
    "https://youtube.com/watch?v=x",
    "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
    "https://evilyoutu.be/dQw4w9WgXcQ",
    "javascript:alert(1)//youtu.be/dQw4w9WgXcQ",
    "https://vimeo.com/about",
    "https://example.com/video.mp4",
  ])
    expect(videoOfAddress(typed), typed).toBeUndefined();
});
