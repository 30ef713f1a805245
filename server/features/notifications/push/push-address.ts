import type { Config } from "#server/config.ts";
import { isLoopback } from "#server/http/loopback.ts";

/** The push services of the browsers there are. */
const services = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "push.services.mozilla.com",
  "web.push.apple.com",
  "push.apple.com",
  "notify.windows.com",
];

/**
 * Whether we write to an address that a browser gave us: that of a known push service, or of one that the installation names
 * (`WEB_PUSH_HOSTS`). Nobody can have us call anything else, so that no address has to be looked up to be judged.
 */
export function isPushAddress(text: string, { push, mode }: Pick<Config, "push" | "mode">): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  if (push.hosts.includes(url.host))
    return url.protocol === "https:" || (mode === "local" && isLoopback(url.hostname));
  if (url.protocol !== "https:" || url.port !== "") return false;
  return services.some((service) => url.hostname === service || url.hostname.endsWith(`.${service}`));
}
