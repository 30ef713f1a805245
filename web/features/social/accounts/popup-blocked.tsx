import type { Platform } from "#contract/social/social-accounts.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { connectAddress } from "./use-connect-popup.ts";

/** The browser let no window open: the same page, as a plain link. */
export function PopupBlocked({ platform }: { platform: Platform }) {
  return (
    <p role="alert" className="text-sm">
      Your browser blocked the window.{" "}
      <a
        href={connectAddress(platform)}
        target="_blank"
        rel="opener"
        className="font-medium underline underline-offset-4"
      >
        Open {platformNames[platform]}'s page
      </a>{" "}
      instead; this page notices when you are done.
    </p>
  );
}
