import type { channels } from "#server/database/schema/visits.ts";

export type Channel = (typeof channels)[number];
export type Source = { channel: Channel; source: string };

/** Sites that people come from, by a name, what `utm_source` says for it, and the ends of its hosts. */
const sites: [channel: Channel, name: string, ...marks: string[]][] = [
  ["SOCIAL", "Instagram", "ig", "insta", "instagram.com", "threads-ig"],
  ["SOCIAL", "Facebook", "fb", "facebook.com", "fb.com", "fb.me"],
  ["SOCIAL", "Messenger", "messenger.com", "m.me"],
  ["SOCIAL", "Threads", "threads.net", "threads.com"],
  ["SOCIAL", "TikTok", "tt", "tiktok.com"],
  ["SOCIAL", "X", "twitter", "x.com", "twitter.com", "t.co"],
  ["SOCIAL", "LinkedIn", "li", "linkedin.com", "lnkd.in"],
  ["SOCIAL", "Pinterest", "pin", "pinterest.com", "pin.it"],
  ["SOCIAL", "Reddit", "reddit.com", "redd.it"],
  ["SOCIAL", "Snapchat", "snap", "snapchat.com"],
  ["SOCIAL", "Bluesky", "bsky.app", "bsky.social", "bsky"],
  ["SOCIAL", "Mastodon", "mastodon.social", "mastodon.online", "mas.to"],
  ["SOCIAL", "Telegram", "tg", "t.me", "telegram.org"],
  ["SOCIAL", "WhatsApp", "wa", "whatsapp.com", "wa.me"],
  ["SOCIAL", "Discord", "discord.com", "discordapp.com"],
  ["SOCIAL", "Tumblr", "tumblr.com"],
  ["SOCIAL", "VK", "vk.com", "vk.ru"],
  ["SOCIAL", "Weibo", "weibo.com", "weibo.cn"],
  ["SOCIAL", "WeChat", "weixin.qq.com"],
  ["SOCIAL", "Line", "line.me"],
  ["SOCIAL", "Quora", "quora.com"],
  ["SOCIAL", "Hacker News", "hn", "news.ycombinator.com"],
  ["SOCIAL", "Product Hunt", "producthunt.com"],
  ["SOCIAL", "Behance", "behance.net"],
  ["SOCIAL", "Dribbble", "dribbble.com"],
  ["SOCIAL", "Medium", "medium.com"],
  ["SOCIAL", "Substack", "substack.com"],
  ["SOCIAL", "Patreon", "patreon.com"],
  ["SOCIAL", "GitHub", "github.com"],
  ["SOCIAL", "Stack Overflow", "stackoverflow.com"],
  ["SOCIAL", "Slack", "slack.com"],
  ["SOCIAL", "Skool", "skool.com"],
  ["LINK", "Linktree", "linktr.ee", "linktree"],
  ["LINK", "Beacons", "beacons.ai", "beacons.page"],
  ["LINK", "Bio Link", "bio.link"],
  ["LINK", "Carrd", "carrd.co"],
  ["LINK", "Notion", "notion.so", "notion.site"],
  ["LINK", "Wikipedia", "wikipedia.org"],
  ["VIDEO", "YouTube", "yt", "youtube.com", "youtu.be"],
  ["VIDEO", "Vimeo", "vimeo.com"],
  ["VIDEO", "Twitch", "twitch.tv"],
  ["VIDEO", "Spotify", "spotify.com"],
  ["VIDEO", "SoundCloud", "soundcloud.com"],
  ["VIDEO", "Dailymotion", "dailymotion.com"],
  ["SEARCH", "Google", "google.com", "com.google.android.googlequicksearchbox"],
  ["SEARCH", "Bing", "bing.com"],
  ["SEARCH", "DuckDuckGo", "ddg", "duckduckgo.com"],
  ["SEARCH", "Yahoo", "yahoo.com", "yahoo.co.jp"],
  ["SEARCH", "Ecosia", "ecosia.org"],
  ["SEARCH", "Brave", "search.brave.com"],
  ["SEARCH", "Startpage", "startpage.com"],
  ["SEARCH", "Qwant", "qwant.com"],
  ["SEARCH", "Kagi", "kagi.com"],
  ["SEARCH", "Yandex", "yandex.ru", "yandex.com", "ya.ru"],
  ["SEARCH", "Baidu", "baidu.com"],
  ["SEARCH", "Naver", "naver.com"],
  ["SEARCH", "Seznam", "seznam.cz"],
  ["AI", "ChatGPT", "chatgpt.com", "chat.openai.com", "openai"],
  ["AI", "Claude", "claude.ai"],
  ["AI", "Gemini", "gemini.google.com", "bard.google.com"],
  ["AI", "Copilot", "copilot.microsoft.com"],
  ["AI", "Perplexity", "perplexity.ai"],
  ["AI", "DeepSeek", "chat.deepseek.com"],
  ["AI", "Grok", "grok.com"],
  ["AI", "Mistral", "chat.mistral.ai"],
  ["AI", "Meta AI", "meta.ai"],
  ["AI", "Poe", "poe.com"],
  ["AI", "You.com", "you.com"],
  ["EMAIL", "Gmail", "mail.google.com", "com.google.android.gm"],
  ["EMAIL", "Outlook", "outlook.live.com", "outlook.office.com", "outlook.office365.com"],
  ["EMAIL", "Yahoo Mail", "mail.yahoo.com"],
  ["EMAIL", "Proton Mail", "mail.proton.me"],
  ["EMAIL", "iCloud Mail", "icloud.com"],
  ["EMAIL", "GMX", "gmx.net", "gmx.com"],
  ["EMAIL", "Web.de", "web.de"],
  ["EMAIL", "Newsletter", "newsletter", "email", "e-mail", "mail"],
  ["EMAIL", "Mailchimp", "mailchimp", "mailchimp.com", "list-manage.com"],
  ["EMAIL", "Kit", "convertkit", "kit.com"],
  ["EMAIL", "beehiiv", "beehiiv", "beehiiv.com"],
];

const byMark = new Map<string, Source>(
  sites.flatMap(([channel, name, ...marks]) =>
    [...marks, name.toLowerCase()].map((mark): [string, Source] => [mark, { channel, source: name }]),
  ),
);

/** A name as links say it: "ig" is Instagram. */
export const namedSource = (name: string): Source | undefined => byMark.get(name);

/** The site that a host belongs to: "l.instagram.com" is Instagram, "google.de" is Google. */
export function sourceOfHost(host: string): Source | undefined {
  const labels = host.split(".");
  for (let first = 0; first < labels.length - 1; first++) {
    const found = byMark.get(labels.slice(first).join("."));
    if (found) return found;
  }
  return /^(www\.)?google\.[a-z.]{2,6}$/.test(host) ? byMark.get("google.com") : undefined;
}

/** Whoever pays or confirms a card sends people back: nobody came from there. */
const returns =
  /(^|\.)(stripe\.com|stripe\.network|paypal\.com|klarna\.com|link\.com|hooks\.stripe\.com|3dsecure\.[a-z]+|arcot\.com|cardinalcommerce\.com|adyen\.com)$/;

export const isReturn = (host: string): boolean => returns.test(host);

/** Browsers inside other programs send no address of where they are from, and say it in their own name. */
const programs: [mark: RegExp, name: string][] = [
  [/Instagram/, "instagram"],
  [/\bFB(AN|AV|_IAB)\b/, "facebook"],
  [/musical_ly|TikTok|BytedanceWebview/, "tiktok"],
  [/Snapchat/, "snapchat"],
  [/Pinterest/, "pinterest"],
  [/LinkedInApp/, "linkedin"],
  [/\bTwitter/, "twitter"],
  [/Telegram/, "telegram"],
  [/MicroMessenger/, "wechat"],
  [/\bLine\//, "line"],
  [/\bReddit/, "reddit"],
];

export function sourceOfProgram(userAgent: string): Source | undefined {
  const found = programs.find(([mark]) => mark.test(userAgent));
  return found && byMark.get(found[1]);
}
