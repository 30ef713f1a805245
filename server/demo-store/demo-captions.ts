import { cleanCaptions } from "#server/features/files/captions.ts";
import type { DemoLesson } from "./content/demo-course.ts";

/** What the slides of a lesson's silent video say, each for as long as it is the newest one. WebVTT. */
export function captionsOf({ title, keyPoints, durationSeconds }: DemoLesson): string {
  const slides = [title, ...keyPoints];
  const at = (slide: number) => clock((slide * durationSeconds) / slides.length);
  return cleanCaptions(
    slides.map((text, slide) => `${slide + 1}\n${at(slide)} --> ${at(slide + 1)}\n${text}\n`).join("\n"),
  );
}

const clock = (seconds: number) =>
  new Date(Math.round(seconds * 1_000)).toISOString().slice("1970-01-01T".length, -1);
