import { useSyncExternalStore } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { EditedLesson, updateLesson } from "#contract/courses/course-editor.ts";
import { getQuizFigures } from "#contract/courses/quiz.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { callApi } from "#web/api.ts";
import { type LessonSession, lessonSession } from "#web/features/course-editor/lesson-session.ts";
import { QuizField } from "./quiz-field.tsx";

const productId = exampleId();

/** A lesson without a quiz, in its editor; what is saved of it is kept. */
async function openField() {
  let lesson = example(EditedLesson, { id: exampleId(), content: { type: "doc", content: [] }, revision: 1 });
  server.answer(
    getQuizFigures,
    exampleAnswer(getQuizFigures, { attemptCount: 0, learnerCount: 0, passedCount: 0, questions: [] }),
  );
  server.answer(updateLesson, ({ body: { revision, ...change } }) => {
    lesson = { ...lesson, ...change, revision: revision + 1 } as typeof lesson;
    return lesson;
  });
  const session = lessonSession(lesson, {
    save: (body) => callApi(updateLesson, { params: { productId, lessonId: lesson.id }, body }),
    load: async () => lesson,
    onSaved: () => {},
  });
  onTestFinished(session.drop);
  await renderScreen(<Field session={session} />);
  return { saved: () => lesson.quiz };
}

function Field({ session }: { session: LessonSession }) {
  const state = useSyncExternalStore(session.subscribe, session.current);
  return <QuizField productId={productId} session={session} state={state} />;
}

const question = page.getByLabelText("Question", { exact: true });
const choice = (number: number) => page.getByLabelText(`Choice ${number}`, { exact: true });
const press = async (name: string) => {
  (page.getByRole("button", { name, exact: true }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
};

test("a new quiz says what it lacks, one thing after the other, until buyers can be asked", async () => {
  const { saved } = await openField();
  await page.getByRole("button", { name: "Add a quiz" }).click();
  await expect.element(page.getByText("Buyers do not get this version yet")).toBeVisible();
  await expect.element(page.getByText(/Question 1: write what is asked\./)).toBeVisible();
  await question.fill("Who decides?");
  await expect.element(page.getByText(/Question 1: write every choice, or remove it\./)).toBeVisible();
  await choice(1).fill("Everybody");
  await choice(2).fill("One person");
  await expect.element(page.getByText(/Question 1: say which choice is right\./)).toBeVisible();
  await page.getByLabelText("Choice 2 is right").click();
  await expect.element(page.getByText("Buyers do not get this version yet")).not.toBeInTheDocument();
  await expectAccessible();
  await expect.poll(saved).toMatchObject({
    neededPercent: 70,
    questions: [
      {
        text: "Who decides?",
        choices: [
          { text: "Everybody", correct: false },
          { text: "One person", correct: true },
        ],
      },
    ],
  });
});

test("questions and choices are moved, added and removed by keys, and the focus goes along", async () => {
  const { saved } = await openField();
  await page.getByRole("button", { name: "Add a quiz" }).click();
  await choice(1).fill("Everybody");
  await choice(2).fill("One person");
  await press("Move up: Choice 2");
  await expect.element(choice(1)).toHaveValue("One person");
  await press("Add a choice");
  await expect.element(choice(3)).toHaveFocus();
  await userEvent.keyboard("Nobody");
  await expect.element(choice(3)).toHaveValue("Nobody");
  await press("Add a question");
  await expect.element(question.nth(1)).toHaveFocus();
  await press("Remove question 2");
  await expect.element(page.getByRole("button", { name: "Add a question" })).toHaveFocus();
  await expect
    .poll(() => saved()?.questions.map(({ choices }) => choices.map(({ text }) => text)))
    .toEqual([["One person", "Everybody", "Nobody"]]);
});

test("how many right answers pass is a share, and a quiz is removed once that was meant", async () => {
  const { saved } = await openField();
  await page.getByRole("button", { name: "Add a quiz" }).click();
  await expect.element(page.getByText("Nobody has tried the quiz as it is now.")).toBeVisible();
  const needed = page.getByLabelText("Right answers that pass, in %");
  await needed.fill("101");
  await expect.element(page.getByText("Between 1 and 100 %")).toBeVisible();
  await needed.fill("80");
  await expect.poll(saved).toMatchObject({ neededPercent: 80 });
  await page.getByRole("button", { name: "Remove the quiz" }).click();
  const asking = page.getByRole("alertdialog");
  await asking.getByRole("button", { name: "Cancel" }).click();
  await expect.element(needed).toBeVisible();
  await page.getByRole("button", { name: "Remove the quiz" }).click();
  await asking.getByRole("button", { name: "Remove the quiz" }).click();
  await expect.element(page.getByRole("button", { name: "Add a quiz" })).toBeVisible();
  await expect.poll(saved).toBeNull();
});

test("how buyers do is counted over those who tried", async () => {
  await openField();
  server.answer(
    getQuizFigures,
    exampleAnswer(getQuizFigures, { attemptCount: 4, learnerCount: 3, passedCount: 2, passedPercent: 66 }),
  );
  await page.getByRole("button", { name: "Add a quiz" }).click();
  await expect.element(page.getByText("2 (66%)")).toBeVisible();
});

test("an editor of the team reads how they do, and not how many they are", async () => {
  await openField();
  server.answer(
    getQuizFigures,
    exampleAnswer(getQuizFigures, {
      attemptCount: null,
      learnerCount: null,
      passedCount: null,
      passedPercent: 66,
      questions: [],
    }),
  );
  await page.getByRole("button", { name: "Add a quiz" }).click();
  await expect.element(page.getByText("66%", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Buyers who tried", { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText("null")).not.toBeInTheDocument();
});
