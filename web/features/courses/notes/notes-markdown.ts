import { clockText } from "#web/features/player/clock-text.ts";
import { type Course, lessonsOf } from "#web/features/player/course-outline.ts";
import type { ShownNote } from "./notes-outbox.ts";

/** One's notes on a course as Markdown, by lesson and time; lessons without notes are left out. */
export function notesMarkdown(course: Course, notes: readonly ShownNote[]): string {
  const parts = lessonsOf(course).flatMap(({ id, title }) => {
    const lines = notes.filter(({ lessonId }) => lessonId === id).map(lineOf);
    return lines.length > 0 ? [`## ${title}\n\n${lines.join("\n")}\n`] : [];
  });
  return [`# ${course.title}\n`, ...parts].join("\n");
}

/** Its further lines belong to the same item. */
const lineOf = ({ seconds, text }: ShownNote): string => {
  const words = text.replaceAll("\n", "\n  ");
  return seconds === null ? `- ${words}` : `- **${clockText(seconds)}** ${words}`;
};
