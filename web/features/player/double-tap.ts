/** Two taps within this time belong together. */
const togetherMs = 300;
const stepSeconds = 10;

type Tap = { side: -1 | 0 | 1; at: number };

/**
 * Reads taps on the picture: two on its left or right third jump back or forward by ten seconds, and each further one by
 * ten more. One alone shows the controls, which is the player's own doing; so nothing waits to see whether another comes.
 * A tap answers how far this run of taps has jumped in all; undefined where it does not jump.
 */
export function readTaps(jump: (seconds: number) => void) {
  let last: Tap | undefined;
  let jumped = 0;
  return function tap(x: number, width: number, at: number): number | undefined {
    const side = x < width / 3 ? -1 : x > (width * 2) / 3 ? 1 : 0;
    const isTogether = last !== undefined && last.side === side && at - last.at <= togetherMs;
    last = { side, at };
    if (!isTogether) jumped = 0;
    if (!isTogether || side === 0) return undefined;
    jump(side * stepSeconds);
    jumped += side * stepSeconds;
    return jumped;
  };
}
