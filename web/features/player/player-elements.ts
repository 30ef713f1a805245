import type { DetailedHTMLProps, HTMLAttributes } from "react";
import MediaChromeButton from "media-chrome/media-chrome-button";
import MediaChromeRange from "media-chrome/media-chrome-range";
import MediaContainer from "media-chrome/media-container";
import MediaControlBar from "media-chrome/media-control-bar";
import MediaGestureReceiver from "media-chrome/media-gesture-receiver";
import MediaLoadingIndicator from "media-chrome/media-loading-indicator";
import MediaPreviewThumbnail from "media-chrome/media-preview-thumbnail";
import MediaTextDisplay from "media-chrome/media-text-display";
import MediaTooltip from "media-chrome/media-tooltip";
import { En } from "media-chrome/lang/en";
import { addTranslation } from "media-chrome/utils/i18n";
import "media-chrome/media-captions-button";
import "media-chrome/media-controller";
import "media-chrome/media-fullscreen-button";
import "media-chrome/media-mute-button";
import "media-chrome/media-pip-button";
import "media-chrome/media-play-button";
import "media-chrome/media-playback-rate-button";
import "media-chrome/media-time-display";
import "media-chrome/media-time-range";

type Styled = { getTemplateHTML: (this: unknown, ...args: never[]) => string };
const elements: Styled[] = [
  MediaChromeButton,
  MediaChromeRange,
  MediaContainer,
  MediaControlBar,
  MediaGestureReceiver,
  MediaLoadingIndicator,
  MediaPreviewThumbnail,
  MediaTextDisplay,
  MediaTooltip,
];

// The player's elements keep their styles in style elements, which our content security policy allows by nonce alone.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content;
if (nonce) {
  for (const element of elements) {
    const template = element.getTemplateHTML;
    element.getTemplateHTML = function withNonce(...args) {
      return template.apply(this, args).replaceAll(/<style(?! nonce)/g, `<style nonce="${nonce}"`);
    };
  }
}

// A button's name holds what it shows: "1.25x".
const rate = "Playback rate {playbackRate}";
addTranslation("en", { ...En, [rate]: `${rate}x` });

type MediaElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
  class?: string;
  notooltip?: boolean;
};

declare module "react" {
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      "media-captions-button": MediaElement;
      "media-controller": MediaElement & {
        fullscreenElement?: HTMLElement | null;
        hotkeys?: string;
        nohotkeys?: string;
        nomutedpref?: boolean;
      };
      "media-control-bar": MediaElement;
      "media-fullscreen-button": MediaElement;
      "media-loading-indicator": MediaElement & { noautohide?: boolean };
      "media-mute-button": MediaElement;
      "media-pip-button": MediaElement;
      "media-play-button": MediaElement;
      "media-playback-rate-button": MediaElement & { rates?: string };
      "media-time-display": MediaElement & { notoggle?: boolean; showduration?: boolean };
      "media-time-range": MediaElement;
    }
  }
}
