import type { LessonDetail } from "#contract/courses/courses.ts";

type Video = NonNullable<LessonDetail["video"]>;

/** How a creator's video link plays: framed from YouTube or Vimeo, else as a file. `PENDING` for what is no https address. */
export function outsideVideo(link: string): Video {
  const url = URL.parse(link);
  if (url?.protocol !== "https:" || url.username || url.password) return { kind: "PENDING" };
  return youtubeVideo(url) ?? vimeoVideo(url) ?? { kind: "FILE", url: url.href, poster: null, captions: [] };
}

function youtubeVideo(url: URL): Video | undefined {
  const host = url.hostname.replace(/^(www|m|music)\./, "");
  if (host !== "youtube.com" && host !== "youtube-nocookie.com" && host !== "youtu.be") return undefined;
  const [first = "", second = ""] = url.pathname.split("/").filter(Boolean);
  const named =
    host === "youtu.be" ? first : /^(embed|shorts|live|v)$/.test(first) ? second : url.searchParams.get("v");
  if (!named || !/^[\w-]{11}$/.test(named)) return { kind: "PENDING" };
  return {
    kind: "EMBED",
    provider: "youtube",
    poster: null,
    captions: [],
    url: `https://www.youtube-nocookie.com/embed/${named}?autoplay=1&rel=0`,
  };
}

function vimeoVideo(url: URL): Video | undefined {
  const host = url.hostname.replace(/^www\./, "");
  if (host !== "vimeo.com" && host !== "player.vimeo.com") return undefined;
  // An unlisted video has a second part, or `h` in the address of its player.
  const [, id, unlisted] =
    /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(
      url.pathname,
    ) ?? [];
  if (!id) return { kind: "PENDING" };
  const key = unlisted ?? url.searchParams.get("h");
  const search = new URLSearchParams({ autoplay: "1", dnt: "1", ...(key && { h: key }) });
  return {
    kind: "EMBED",
    provider: "vimeo",
    poster: null,
    captions: [],
    url: `https://player.vimeo.com/video/${id}?${search.toString()}`,
  };
}
