import type { FastifyReply } from "fastify";
import { sendPlainPage } from "./plain-page.ts";

/** How connecting an account ended, in words for the creator. */
export type Ending = { ok: boolean; message: string; status?: number };

/** Ends the provider's window: tells the page that opened it how it went, closes, and says it in words where neither works. */
export const sendEnding = (reply: FastifyReply, { ok, message, status = ok ? 200 : 400 }: Ending) =>
  sendPlainPage(reply, {
    status,
    title: ok ? "Connected" : "Not connected",
    lines: [message, "You can close this window."],
    link: { href: "/social", text: "Go to Social" },
    script: { src: "/oauth/done.js", data: { ok: String(ok), message } },
  });

/**
 * Where a provider's page has cut the tie to the page that opened the window, the channel reaches it. A failure that
 * perhaps nobody heard of stays to be read.
 */
export const doneScript = `const { ok, message } = document.body.dataset;
const said = { type: "openstall:social-connected", ok: ok === "true", message };
if (window.opener && !window.opener.closed) {
  window.opener.postMessage(said, location.origin);
  window.close();
} else {
  new BroadcastChannel(said.type).postMessage(said);
  if (said.ok) setTimeout(() => window.close(), 500);
}
`;
