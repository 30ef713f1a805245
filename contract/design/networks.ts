import { typedAddress } from "#contract/document/link-address.ts";

/** Networks that a row of links shows the sign of, and the hosts that each is known by. */
const hosts = {
  instagram: ["instagram.com"],
  tiktok: ["tiktok.com"],
  youtube: ["youtube.com", "youtu.be"],
  x: ["x.com", "twitter.com"],
  threads: ["threads.net", "threads.com"],
  facebook: ["facebook.com", "fb.com"],
  linkedin: ["linkedin.com"],
  pinterest: ["pinterest.com"],
  twitch: ["twitch.tv"],
  spotify: ["spotify.com"],
  bluesky: ["bsky.app"],
  github: ["github.com"],
  discord: ["discord.gg", "discord.com"],
  telegram: ["t.me", "telegram.me"],
  whatsapp: ["wa.me", "whatsapp.com"],
  substack: ["substack.com"],
  patreon: ["patreon.com"],
  soundcloud: ["soundcloud.com"],
} as const;
export type Network = keyof typeof hosts | "mail" | "phone" | "website";

/** How each is called. */
export const networkNames: Readonly<Record<Network, string>> = {
  instagram: "Instagram",
  tiktok: "TikTok",
  youtube: "YouTube",
  x: "X",
  threads: "Threads",
  facebook: "Facebook",
  linkedin: "LinkedIn",
  pinterest: "Pinterest",
  twitch: "Twitch",
  spotify: "Spotify",
  bluesky: "Bluesky",
  github: "GitHub",
  discord: "Discord",
  telegram: "Telegram",
  whatsapp: "WhatsApp",
  substack: "Substack",
  patreon: "Patreon",
  soundcloud: "SoundCloud",
  mail: "Email",
  phone: "Phone",
  website: "Website",
};

/** Where a link leads, by its host: `website` for whatever is not known. */
export function networkOf(address: string): Network {
  if (/^mailto:/i.test(address)) return "mail";
  if (/^tel:/i.test(address)) return "phone";
  if (!URL.canParse(address)) return "website";
  const { hostname } = new URL(address);
  const isAt = (host: string) => hostname === host || hostname.endsWith(`.${host}`);
  const known = (Object.keys(hosts) as (keyof typeof hosts)[]).find((name) => hosts[name].some(isAt));
  return known ?? "website";
}

/** The address of a video on YouTube or Vimeo, where visitors are led to it; undefined for every other. */
export function videoAddress(typed: string): string | undefined {
  const address = typedAddress(typed);
  if (!address || !/^https:/i.test(address)) return undefined;
  const host = new URL(address).hostname.replace(/^(www|m|player)\./, "");
  return ["youtube.com", "youtu.be", "vimeo.com"].includes(host) ? address : undefined;
}
