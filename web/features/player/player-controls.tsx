import { Settings } from "lucide-react";

type Props = { hasCaptions: boolean; isPanelOpen: boolean; onSettings: () => void };

/** The bar under the picture. */
export function PlayerControls({ hasCaptions, isPanelOpen, onSettings }: Props) {
  return (
    <media-control-bar>
      <media-play-button notooltip />
      <media-time-range />
      <media-time-display notoggle showduration role="group" />
      <media-mute-button />
      <media-playback-rate-button rates="0.75 1 1.25 1.5 2" />
      {hasCaptions && <media-captions-button ref={makeSwitch} />}
      <media-pip-button />
      <button
        type="button"
        data-settings-button
        aria-label="Settings"
        aria-haspopup="dialog"
        aria-expanded={isPanelOpen}
        onClick={onSettings}
        className="player-icon-button"
      >
        <Settings aria-hidden="true" className="size-5.5" />
      </button>
      <media-fullscreen-button />
    </media-control-bar>
  );
}

/** It says whether captions are on by `aria-checked`, which the button that it calls itself has not, but a switch has. */
const makeSwitch = (button: HTMLElement | null) => button?.setAttribute("role", "switch");
