import type { FastifyReply } from "fastify";

/** What a mail program grants: styles and pictures, links that open elsewhere, nothing that runs. */
const framePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Sends a mail, as HTML or as its text, to be looked at in a frame of our own pages and nowhere else. */
export const sendInFrame = (reply: FastifyReply, mail: string, as: "html" | "text" = "html"): FastifyReply =>
  reply
    .type(as === "text" ? "text/plain; charset=utf-8" : "text/html; charset=utf-8")
    .header("content-security-policy", framePolicy)
    .header("x-frame-options", "SAMEORIGIN")
    // A link in it tells nobody where it was read.
    .header("referrer-policy", "no-referrer")
    .send(mail);
