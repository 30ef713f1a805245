import { randomBytes } from "node:crypto";
import type { Config } from "#server/config.ts";

const stripeScripts = "https://js.stripe.com https://*.js.stripe.com";
const buyerPages = /^\/(checkout|course|members|post-purchase|success|orders?)(\/|$)/;
/** Shown within our own design page. */
const framedPages = /^\/design-preview$/;
const videoPages = /^\/(course|course-editor|course-preview|admin)(\/|$)/;

export const newNonce = () => randomBytes(16).toString("base64");

/** What a page may hold that only this very page may: our scripts, by nonce, and one inline style, by its hash. */
export type Allowed = { nonce?: string | undefined; styleHash?: string | undefined };

/**
 * The security headers of one page. A static page runs no script at all; a hydrated one runs ours, by nonce. Stripe's
 * hosts appear only where Stripe takes the payments, and outside videos only where lessons play.
 */
export function pageHeaders(config: Config, pathname: string, allowed: Allowed = {}): Record<string, string> {
  if (allowed.nonce !== undefined || allowed.styleHash !== undefined)
    return makeHeaders(config, pathname, allowed);
  // Otherwise they are the same for all pages of a kind.
  const kinds = ofKinds.get(config) ?? new Map<string, Record<string, string>>();
  ofKinds.set(config, kinds);
  const kind = [buyerPages, videoPages, framedPages].map((pages) => pages.test(pathname)).join();
  const headers = kinds.get(kind) ?? makeHeaders(config, pathname, {});
  kinds.set(kind, headers);
  return headers;
}

const ofKinds = new WeakMap<Config, Map<string, Record<string, string>>>();

function makeHeaders(config: Config, pathname: string, allowed: Allowed): Record<string, string> {
  const headers: Record<string, string> = {
    "content-security-policy": contentSecurityPolicy(config, pathname, allowed),
    "x-content-type-options": "nosniff",
    "x-frame-options": framedPages.test(pathname) ? "SAMEORIGIN" : "DENY",
    "referrer-policy": buyerPages.test(pathname) ? "no-referrer" : "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": `camera=(), microphone=(), geolocation=(), payment=(${wallets(config)})`,
  };
  if (config.mode === "live") headers["strict-transport-security"] = "max-age=31536000; includeSubDomains";
  return headers;
}

function contentSecurityPolicy(config: Config, pathname: string, { nonce, styleHash }: Allowed) {
  const stripe = config.payments.provider === "stripe" && nonce !== undefined;
  const videos = videoPages.test(pathname);
  const styles = [
    "'self'",
    ...(nonce !== undefined && videos ? [`'nonce-${nonce}'`] : []),
    ...(styleHash === undefined ? [] : [`'${styleHash}'`]),
  ].join(" ");
  const policy = {
    "default-src": "'self'",
    "script-src": nonce
      ? `'self' 'nonce-${nonce}'${stripe ? ` ${stripeScripts}` : ""}`
      : "'inline-speculation-rules'",
    // No style element is allowed anywhere but in the lesson player, whose parts carry their styles with them, and that of
    // a store's own colours. Attributes: React and Base UI write a few in server-rendered markup.
    "style-src": styles,
    ...(nonce && { "style-src-attr": "'unsafe-inline'" }),
    "img-src": `'self' data: blob:${stripe ? " https://*.stripe.com" : ""}`,
    "connect-src": `'self'${stripe ? " https://api.stripe.com https://*.stripe.com" : ""}${videos ? " https:" : ""}`,
    "frame-src": frames(stripe, videos),
    "media-src": videos ? "'self' blob: https:" : "'self' blob:",
    "worker-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": framedPages.test(pathname) ? "'self'" : "'none'",
  };
  const text = Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
  return config.mode === "live" ? `${text}; upgrade-insecure-requests` : text;
}

/** Who may open the phone's wallet: Stripe's form does it from a frame of its own. */
const wallets = ({ payments }: Config) =>
  payments.provider === "stripe" ? 'self "https://js.stripe.com"' : "self";

function frames(stripe: boolean, videos: boolean) {
  const hosts = [
    ...(stripe ? [stripeScripts, "https://hooks.stripe.com"] : []),
    ...(videos ? ["https://www.youtube-nocookie.com", "https://player.vimeo.com"] : []),
  ];
  return ["'self'", ...hosts].join(" ");
}
