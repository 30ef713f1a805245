/** How this browser's viewer likes to watch; kept for every course. */
export type PlayerSettings = { speed: number; captions: boolean; autoNext: boolean };

export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

const key = "openstall:player";
const usual: PlayerSettings = { speed: 1, captions: false, autoNext: true };

/** What was chosen before; the usual where nothing was, or where the browser keeps nothing. */
export function readPlayerSettings(): PlayerSettings {
  try {
    const { speed, captions, autoNext } = JSON.parse(
      localStorage.getItem(key) ?? "{}",
    ) as Partial<PlayerSettings>;
    return {
      speed: speeds.includes(Number(speed)) ? Number(speed) : usual.speed,
      captions: captions ?? usual.captions,
      autoNext: autoNext ?? usual.autoNext,
    };
  } catch {
    return usual;
  }
}

export function keepPlayerSettings(settings: PlayerSettings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
