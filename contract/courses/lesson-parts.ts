// Without zod, since pages read it.

/** What a lesson may consist of, in the order in which it is shown. */
export const lessonParts = ["VIDEO", "TEXT", "QUIZ", "ASSIGNMENT"] as const;
export type LessonPart = (typeof lessonParts)[number];

const names: Record<LessonPart, string> = {
  VIDEO: "Video",
  TEXT: "Text",
  QUIZ: "Quiz",
  ASSIGNMENT: "Assignment",
};

/**
 * What a lesson is, wherever it is listed: "Video", "4 min", "Quiz". Its length, where it is known, is that of what it begins
 * with. Words beside a video go without saying.
 */
export function lessonFacts(parts: readonly LessonPart[], length: string): string[] {
  const told = parts.filter((part) => part !== "TEXT" || !parts.includes("VIDEO"));
  const [first, ...rest] = told.map((part) => names[part]);
  return [first ?? "", length, ...rest].filter((fact) => fact !== "");
}
