import { clockText } from "./clock-text.ts";

type Props = { seconds: number; onStartOver: () => void };

/** That the video did not begin at its beginning, and the way back there. */
export function Resumed({ seconds, onStartOver }: Props) {
  return (
    <div slot="dialog" className="player-resumed">
      <span role="status">Resumed at {clockText(Math.floor(seconds))}</span>
      <button type="button" className="player-button" onClick={onStartOver}>
        Start over
      </button>
    </div>
  );
}
