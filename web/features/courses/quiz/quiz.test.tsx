import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  AskedQuiz,
  getQuiz,
  getQuizReview,
  QuizAttempt,
  QuizReview,
  saveQuizAnswer,
  submitQuiz,
} from "#contract/courses/quiz.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { closeScreen, renderScreen } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { type CourseVisit, CourseVisitProvider } from "#web/features/player/course-visit.ts";
import { Quiz } from "./quiz.tsx";

const lessonId = exampleId();
const choice = (text: string) => ({ id: exampleId(), text });
const questions = [
  {
    id: exampleId(),
    kind: "MULTIPLE" as const,
    text: "Which colours suffer?",
    choices: [choice("Greys"), choice("Bright ones")],
  },
  {
    id: exampleId(),
    kind: "SINGLE" as const,
    text: "What is looked at?",
    choices: [choice("The phone"), choice("A proof")],
  },
];

let quiz: Output<typeof getQuiz>;

/** The quiz as the server has it; what is chosen is kept there, until it is submitted. */
async function openQuiz(facts: Partial<Output<typeof getQuiz>> = {}) {
  quiz = example(AskedQuiz, { versionId: exampleId(), neededPercent: 70, questions, ...facts });
  server.answer(getQuiz, () => quiz);
  server.answer(saveQuizAnswer, ({ params: { questionId }, body: { choiceIds } }) => {
    const others = quiz.answers.filter((answer) => answer.questionId !== questionId);
    quiz = { ...quiz, answers: [...others, { questionId, choiceIds }] };
    return { questionId, choiceIds };
  });
  await show();
}

const show = () =>
  renderScreen(
    <CourseVisitProvider value={{ course: { slug: "brand" } } as CourseVisit}>
      <Quiz lessonId={lessonId} />
    </CourseVisitProvider>,
    { width: 390 },
  );

const review = (facts: Partial<Output<typeof submitQuiz>> = {}) =>
  example(QuizReview, {
    id: exampleId(),
    questionCount: 2,
    neededPercent: 70,
    questions: questions.map((question) => ({
      ...question,
      isRight: false,
      explanation: null,
      choices: question.choices.map((each) => ({ ...each, isChosen: false, isCorrect: null })),
    })),
    ...facts,
  });

const answerSubmitted = (facts: Parameters<typeof review>[0] = {}) =>
  server.answer(submitQuiz, () => {
    quiz = { ...quiz, answers: [] };
    return review(facts);
  });

const submit = () => page.getByRole("button", { name: "Submit answers" }).click();
const choose = (text: string) => page.getByLabelText(text).click();

test("each choice is saved as it is made, and is there again on the next visit", async () => {
  await openQuiz();
  await choose("Greys");
  await expect.element(page.getByText("Your choices are saved.")).toBeVisible();
  await expectAccessible();
  closeScreen();
  await show();
  await expect.element(page.getByLabelText("Greys")).toBeChecked();
  await expect.element(page.getByLabelText("Bright ones")).not.toBeChecked();
});

test("without a network choices are kept in the browser, over a reload, and saved once it is back", async () => {
  await openQuiz();
  await expect.element(page.getByLabelText("Greys")).toBeVisible();
  server.lose(saveQuizAnswer, "before");
  await choose("The phone");
  await expect.element(page.getByText(/You seem to be offline/)).toBeVisible();
  await openQuiz();
  await expect.element(page.getByLabelText("The phone")).toBeChecked();
  await expect.element(page.getByText("Your choices are saved.")).toBeVisible();
});

test("a question without an answer is named and has the focus, and nothing is submitted", async () => {
  await openQuiz();
  await choose("Greys");
  await submit();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Question 2 has no answer yet.");
  await expect.element(page.getByLabelText("The phone")).toHaveFocus();
  expect(server.calls(submitQuiz)).toEqual([]);
});

test("a try that fails says how much was right and not yet what, and can be made again", async () => {
  await openQuiz();
  answerSubmitted({ correctCount: 0, scorePercent: 0 });
  await choose("Greys");
  await choose("The phone");
  await submit();
  const result = page.getByRole("heading", { name: "Not passed yet: 0 of 2 right, 0%" });
  await expect.element(result).toHaveFocus();
  await expect
    .element(page.getByText("The right answers are told once you pass, or after two tries."))
    .toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByLabelText("Greys")).not.toBeChecked();
  await expect.element(page.getByLabelText("Greys")).toHaveFocus();
});

test.each([
  ["after two tries", { passed: false, scorePercent: 50 }, /^Not passed yet/, /Read the answers below/],
  ["once it is passed", { passed: true, scorePercent: 100 }, /^Passed/, "This lesson is complete."],
] as const)("%s what is right is told, and why", async (_, result, heading, means) => {
  await openQuiz();
  const told = review().questions.map((question) => ({
    ...question,
    explanation: "Paper drinks the ink.",
    choices: question.choices.map((each, index) => ({
      ...each,
      isChosen: index === 1,
      isCorrect: index === 1,
    })),
  }));
  answerSubmitted({ ...result, correctCount: 2, isRevealed: true, questions: told });
  await choose("Bright ones");
  await choose("A proof");
  await submit();
  await expect.element(page.getByRole("heading", { name: heading })).toHaveFocus();
  await expect.element(page.getByText(means)).toBeVisible();
  await expect.element(page.getByText("A proof (your choice, right answer)")).toBeVisible();
  await expect.element(page.getByText("The phone", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Paper drinks the ink.").first()).toBeVisible();
});

test("an earlier try is read again as it was, and a passed quiz says so", async () => {
  const first = example(QuizAttempt, { id: exampleId(), questionCount: 2, scorePercent: 0 });
  await openQuiz({ attempts: [first], attemptCount: 3, bestPercent: 100, passed: true });
  await expect.element(page.getByText("You have passed this quiz.")).toBeVisible();
  await expect.element(page.getByText("Your best: 100%.")).toBeVisible();
  await page.getByText("Your tries (3)").click();
  server.answer(getQuizReview, review({ correctCount: 0 }));
  await page.getByRole("button", { name: /Look at it: the try/ }).click();
  await expect.element(page.getByRole("heading", { name: "Not passed yet: 0 of 2 right, 0%" })).toHaveFocus();
  expect(server.calls(getQuizReview)).toEqual([{ params: { lessonId, attemptId: first.id } }]);
});

test("answers that could not be submitted are kept; the same again is the same try", async () => {
  await openQuiz();
  server.lose(submitQuiz, "before");
  await choose("Greys");
  await choose("A proof");
  await submit();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("The connection failed. Nothing was lost: please try again in a moment.");
  answerSubmitted();
  await submit();
  await expect.element(page.getByRole("heading", { name: /^Not passed yet/ })).toBeVisible();
  const [lost, heard] = server.calls(submitQuiz);
  expect(heard?.params.attemptId).toBe(lost?.params.attemptId);
});

test("a quiz that was changed meanwhile is read anew", async () => {
  await openQuiz();
  await choose("Greys");
  await choose("A proof");
  server.refuse(submitQuiz, 409, { code: "QUIZ_CHANGED", message: "This quiz has changed" });
  const before = server.calls(getQuiz).length;
  await submit();
  await expect.element(page.getByRole("alert")).toMatchTextContent("This quiz has changed");
  await expect.poll(() => server.calls(getQuiz).length).toBeGreaterThan(before);
});
