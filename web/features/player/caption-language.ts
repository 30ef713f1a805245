import { useSyncExternalStore } from "react";

const key = "openstall:captions-language";
const listeners = new Set<() => void>();
let chosen: string | null | undefined;

/** What was chosen before; null for a browser that keeps nothing. */
function readLanguage(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const getLanguage = (): string | null => (chosen === undefined ? (chosen = readLanguage()) : chosen);

/** Shows captions and transcripts in this language wherever there are some, and remembers that for every course. */
export function chooseCaptionLanguage(language: string): void {
  chosen = language;
  try {
    localStorage.setItem(key, language);
  } catch {
    // For this page, then.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Those of `captions` that this viewer reads: what was chosen, else what the browser prefers, else the first. */
export function useCaptionsInLanguage<Captions extends { language: string }>(
  captions: readonly Captions[],
): Captions | undefined {
  return captionsFor(captions, useWantedLanguages());
}

/** What this viewer reads, the first choice first; nothing while the page is as the server made it. */
function useWantedLanguages(): string[] {
  return useSyncExternalStore(subscribe, wantedLanguages, () => "")
    .split(" ")
    .filter(Boolean);
}

const wantedLanguages = (): string => [getLanguage() ?? "", ...navigator.languages].join(" ");

/** The picture that stands before a video plays: in the language that this viewer reads, else that of the video. */
export const usePosterInLanguage = <Picture>(
  poster: Picture | null,
  captions: readonly { language: string; poster: Picture | null }[],
): Picture | null => useCaptionsInLanguage(captions)?.poster ?? poster;

/** The first of the wanted languages that there is, whatever its country where that is not there; else the first of all. */
export function captionsFor<Captions extends { language: string }>(
  captions: readonly Captions[],
  wanted: readonly string[],
): Captions | undefined {
  for (const language of wanted) {
    const found =
      captions.find((one) => one.language === language) ??
      captions.find((one) => base(one.language) === base(language));
    if (found) return found;
  }
  return captions[0];
}

const base = (language: string) => language.split("-")[0]?.toLowerCase();
