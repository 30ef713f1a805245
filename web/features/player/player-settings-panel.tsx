import { ChevronDown, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { CaptionLanguage } from "./caption-language-select.tsx";
import { captionBacks, captionPlaces, captionSizes, type PlayerSettings, speeds } from "./player-settings.ts";

type Props = {
  settings: PlayerSettings;
  onChange: (change: Partial<PlayerSettings>) => void;
  captions: readonly { language: string }[];
  hasNext: boolean;
  /** The keys are what was asked for. */
  showsKeys: boolean;
  onPictureInPicture: () => void;
  onClose: () => void;
};

/** Over the picture, also in full screen: speed, captions, playing on, and the keys. */
export function PlayerSettingsPanel({
  settings,
  onChange,
  captions,
  hasNext,
  showsKeys,
  onPictureInPicture,
  onClose,
}: Props) {
  const panel = useRef<HTMLDivElement>(null);
  usePanelFocus(panel, onClose);
  return (
    <div ref={panel} slot="dialog" role="dialog" aria-label="Player settings" className="player-panel">
      <div className="player-setting">
        <p className="font-semibold">Settings</p>
        <button type="button" aria-label="Close settings" onClick={onClose} className="player-icon-button">
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <label className="player-setting">
        Speed
        <select value={settings.speed} onChange={({ target }) => onChange({ speed: Number(target.value) })}>
          {speeds.map((speed) => (
            <option key={speed} value={speed}>
              {speed === 1 ? "Normal" : `${speed}x`}
            </option>
          ))}
        </select>
      </label>
      {captions.length > 0 && (
        <label className="player-setting">
          Captions
          <input
            type="checkbox"
            checked={settings.captions}
            onChange={({ target }) => onChange({ captions: target.checked })}
          />
        </label>
      )}
      {captions.length > 1 && settings.captions && (
        <div className="player-setting">
          <span aria-hidden="true">Language of captions</span>
          <CaptionLanguage captions={captions} />
        </div>
      )}
      {captions.length > 0 && settings.captions && (
        <>
          <Choice
            label="Size of captions"
            names={{ normal: "Normal", large: "Large", largest: "Largest" }}
            options={captionSizes}
            value={settings.captionSize}
            onChange={(captionSize) => onChange({ captionSize })}
          />
          <Choice
            label="Behind captions"
            names={{ dark: "Dark", black: "Black", none: "Nothing" }}
            options={captionBacks}
            value={settings.captionBack}
            onChange={(captionBack) => onChange({ captionBack })}
          />
          <Choice
            label="Place of captions"
            names={{ bottom: "Bottom", top: "Top" }}
            options={captionPlaces}
            value={settings.captionPlace}
            onChange={(captionPlace) => onChange({ captionPlace })}
          />
        </>
      )}
      {hasNext && (
        <label className="player-setting">
          Play the next lesson by itself
          <input
            type="checkbox"
            checked={settings.autoNext}
            onChange={({ target }) => onChange({ autoNext: target.checked })}
          />
        </label>
      )}
      {document.pictureInPictureEnabled && (
        <button
          type="button"
          className="player-setting w-full text-left"
          onClick={() => {
            onClose();
            onPictureInPicture();
          }}
        >
          Picture in picture
        </button>
      )}
      <details open={showsKeys}>
        <summary className="player-setting">
          Keyboard shortcuts
          <ChevronDown aria-hidden="true" className="size-4" />
        </summary>
        <label className="player-setting">
          Use these keys
          <input
            type="checkbox"
            checked={settings.keys}
            onChange={({ target }) => onChange({ keys: target.checked })}
          />
        </label>
        <dl className="player-keys">
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  names: Record<T, string>;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
};

function Choice<T extends string>({ label, names, options, value, onChange }: ChoiceProps<T>) {
  return (
    <label className="player-setting">
      {label}
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option === target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </select>
    </label>
  );
}

const keys = [
  ["Space, K", "Play or pause"],
  ["← J", "Back 10 seconds"],
  ["→ L", "Forward 10 seconds"],
  ["↑ ↓", "Volume"],
  ["M", "Mute"],
  ["C", "Captions"],
  ["F", "Full screen"],
  ["I", "Picture in picture"],
  ["< >", "Slower, faster"],
  ["0 – 9", "To that tenth of the video"],
  [", .", "One frame back, forward (paused)"],
  ["T", "Theatre mode"],
  ["N", "Next lesson"],
  ["P", "Previous lesson"],
  ["?", "These keys"],
];

/** The focus begins inside; Escape and a press elsewhere close it. Its keys are its own, not the player's. */
function usePanelFocus(panel: React.RefObject<HTMLDivElement | null>, onClose: () => void) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    element.querySelector("select")?.focus({ preventScroll: true });
    // The player listens for keys by itself, so they are stopped before they reach it.
    const onKey = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.type === "keydown" && event.key === "Escape") close.current();
    };
    const onPress = ({ target }: PointerEvent) => {
      const button = element.parentElement?.querySelector("[data-settings-button]");
      if (target instanceof Node && !element.contains(target) && !button?.contains(target)) close.current();
    };
    element.addEventListener("keydown", onKey);
    element.addEventListener("keyup", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      element.removeEventListener("keydown", onKey);
      element.removeEventListener("keyup", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [panel]);
}
