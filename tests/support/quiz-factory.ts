import { randomUUID } from "node:crypto";
import type { Quiz, QuizAnswer } from "#contract/courses/quiz.ts";
import { quizVersions } from "#server/database/schema/quizzes.ts";
import { lessons } from "#server/database/schema/courses.ts";
import { eq } from "drizzle-orm";
import type { Services } from "#server/services.ts";

/** A question of single choice: of the letters the capital one is right, as in "aBc"; with more capitals, of several. */
export function question(letters: string, explanation = `Since it is ${letters}`): Quiz["questions"][number] {
  const isRight = (letter: string) => letter === letter.toUpperCase();
  return {
    id: randomUUID(),
    kind: letters.split("").filter(isRight).length > 1 ? "MULTIPLE" : "SINGLE",
    text: `Which of ${letters.toLowerCase()}?`,
    explanation,
    choices: letters.split("").map((letter) => ({
      id: randomUUID(),
      text: letter.toLowerCase(),
      correct: isRight(letter),
    })),
  };
}

export const quizOf = (...questions: Quiz["questions"]): Quiz => ({ neededPercent: 70, questions });

/** The answers that choose these letters, a text for each question. */
export const choosing = ({ questions }: Quiz, ...letters: string[]): QuizAnswer[] =>
  questions.map(({ id, choices }, index) => ({
    questionId: id,
    choiceIds: choices.flatMap((choice) => (letters[index]?.includes(choice.text) ? [choice.id] : [])),
  }));

/** Gives a lesson a quiz, as its editor does. */
export async function giveQuiz({ services: { db } }: { services: Services }, lessonId: string, quiz: Quiz) {
  await db.update(lessons).set({ quiz }).where(eq(lessons.id, lessonId));
  const [version] = await db.insert(quizVersions).values({ lessonId, quiz }).returning();
  if (!version) throw new Error("no version was made");
  return version;
}
