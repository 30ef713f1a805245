// The order matters: Edge and Opera also say Chrome, Chrome also says Safari, and iPhones also say Mac OS X.
const browsers: [RegExp, string][] = [
  [/\b(Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** A browser's user agent in words: "Chrome on Windows"; "Unknown browser" where it says nothing known. */
export function browserName(userAgent: string): string {
  const browser = named(browsers, userAgent);
  const system = named(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown browser";
}

export const isPhone = (userAgent: string): boolean => /\b(iPhone|Android.*Mobile)\b/.test(userAgent);

function named(list: [RegExp, string][], userAgent: string) {
  return list.find(([pattern]) => pattern.test(userAgent))?.[1];
}
