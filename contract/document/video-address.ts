import type { VideoAttributes } from "./document.ts";

type Video = Pick<VideoAttributes, "provider" | "videoId">;

/** Which video of YouTube or Vimeo an address leads to, as people copy it; undefined for any other. */
export function videoOfAddress(typed: string): Video | undefined {
  const given = typed.trim();
  const address = /^https?:/i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const host = url.hostname.replace(/^(www|m|music|player)\./, "");
  if (host === "vimeo.com") {
    const [, id, unlisted] = /\/(\d{6,20})(?:\/([\da-f]{6,20}))?\/?$/.exec(url.pathname) ?? [];
    const key = unlisted ?? url.searchParams.get("h");
    return id
      ? { provider: "vimeo", videoId: key && /^[\da-f]{6,20}$/.test(key) ? `${id}/${key}` : id }
      : undefined;
  }
  const [first = "", second = ""] = url.pathname.split("/").filter(Boolean);
  const named =
    host === "youtu.be"
      ? first
      : host === "youtube.com" || host === "youtube-nocookie.com"
        ? /^(embed|shorts|live|v)$/.test(first)
          ? second
          : url.searchParams.get("v")
        : undefined;
  return named && /^[\w-]{11}$/.test(named) ? { provider: "youtube", videoId: named } : undefined;
}

/** Where a video is watched. */
export const videoHref = ({ provider, videoId }: Video): string =>
  provider === "youtube" ? `https://www.youtube.com/watch?v=${videoId}` : `https://vimeo.com/${videoId}`;

export const videoProviders = { youtube: "YouTube", vimeo: "Vimeo" } as const;
