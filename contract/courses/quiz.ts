import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { forEditors } from "#contract/team/roles.ts";
import { Id, longText, Timestamp } from "#contract/values.ts";

const tags = ["Courses"];

/** Fewer right answers, in per cent, do not pass a quiz, unless its creator asks for another share. */
export const usualNeededPercent = 70;
export const mostQuestions = 50;
export const mostChoices = 10;

const QuestionKind = z.enum(["SINGLE", "MULTIPLE"]);

/** With its right choices: for its creator's eyes, and the server's. */
export const Question = z.object({
  id: Id,
  /** One right choice, or any number of them, all or nothing. */
  kind: QuestionKind,
  text: longText(1_000),
  /** Why the right choices are right; empty where nothing is to be said. */
  explanation: longText(2_000),
  choices: z.array(z.object({ id: Id, text: longText(300), correct: z.boolean() })).max(mostChoices),
});
export type Question = z.infer<typeof Question>;

/** A quiz as its creator writes it; half-written, too. See `quizProblem`. */
export const Quiz = z.object({
  neededPercent: z.int().min(1, "Between 1 and 100 %").max(100, "Between 1 and 100 %"),
  questions: z
    .array(Question)
    .max(mostQuestions, "Use at most 50 questions")
    .refine(
      (questions) => isDistinct(questions.flatMap(({ id, choices }) => [id, ...choices.map((c) => c.id)])),
      {
        message: "Each question and choice has an id of its own",
      },
    ),
});
export type Quiz = z.infer<typeof Quiz>;

const isDistinct = (ids: string[]) => new Set(ids).size === ids.length;

/** What was chosen at one question. */
export const QuizAnswer = z.object({ questionId: Id, choiceIds: z.array(Id).max(mostChoices) });
export type QuizAnswer = z.infer<typeof QuizAnswer>;

/** One submission, and what it came to. */
export const QuizAttempt = z.object({
  id: Id,
  submittedAt: Timestamp,
  correctCount: z.int(),
  questionCount: z.int(),
  /** Rounded down, so that 100 means all. */
  scorePercent: z.int(),
  passed: z.boolean(),
});
export type QuizAttempt = z.infer<typeof QuizAttempt>;

/** A quiz as whoever answers it gets it: nothing of it says what is right. */
export const AskedQuiz = z.object({
  /** Of this version; any edit makes another. */
  versionId: Id,
  neededPercent: z.int(),
  questions: z.array(
    z.object({
      id: Id,
      kind: QuestionKind,
      text: z.string(),
      choices: z.array(z.object({ id: Id, text: z.string() })),
    }),
  ),
  /** What was chosen since the last submission, on any device. */
  answers: z.array(QuizAnswer),
  /** The newest ones, the newest first. */
  attempts: z.array(QuizAttempt),
  attemptCount: z.int(),
  /** Of all attempts; null before the first. */
  bestPercent: z.int().nullable(),
  passed: z.boolean(),
});
export type AskedQuiz = z.infer<typeof AskedQuiz>;

/** An attempt, question by question, as the quiz was then. */
export const QuizReview = QuizAttempt.extend({
  neededPercent: z.int(),
  /** Whether the right choices and the explanations are told: once passed, or after two failures. */
  isRevealed: z.boolean(),
  questions: z.array(
    z.object({
      id: Id,
      kind: QuestionKind,
      text: z.string(),
      isRight: z.boolean(),
      explanation: z.string().nullable(),
      choices: z.array(
        z.object({ id: Id, text: z.string(), isChosen: z.boolean(), isCorrect: z.boolean().nullable() }),
      ),
    }),
  ),
});
export type QuizReview = z.infer<typeof QuizReview>;

/**
 * How buyers do, counted over the attempts at the quiz as it is now. A count is null where there are some, for who sees no money
 * of the store: whoever writes the quiz needs to know how well its questions work, which the shares say.
 */
export const QuizFigures = z.object({
  attemptCount: z.int().nullable(),
  learnerCount: z.int().nullable(),
  /** Of the learners, those who passed this version. */
  passedCount: z.int().nullable(),
  /** Whole, rounded down; 0 before anybody tried. */
  passedPercent: z.int(),
  questions: z.array(z.object({ id: Id, rightCount: z.int().nullable(), rightPercent: z.int() })),
});
export type QuizFigures = z.infer<typeof QuizFigures>;

const limit = { points: 240, seconds: 60 };
const lesson = z.object({ lessonId: z.string().max(100) });
const attempt = lesson.extend({ attemptId: Id });

export const getQuiz = endpoint({
  method: "GET",
  url: "/api/lessons/:lessonId/quiz",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "A lesson's quiz for its buyer, without the right answers; 404 where it has none",
    params: lesson,
    response: { 200: AskedQuiz },
  },
});

export const saveQuizAnswer = endpoint({
  method: "PUT",
  url: "/api/lessons/:lessonId/quiz/answers/:questionId",
  config: { access: "buyer", limit: { points: 600, seconds: 60 } },
  schema: {
    tags,
    summary: "Keep what is chosen at a question until the quiz is submitted; 409 where it was changed",
    params: lesson.extend({ questionId: Id }),
    body: z.object({
      choiceIds: z.array(Id).max(mostChoices),
      /** How long ago it was chosen, for what waited for a connection. */
      secondsAgo: z.int().min(0).max(31_536_000).default(0),
    }),
    response: { 200: QuizAnswer },
  },
});

export const submitQuiz = endpoint({
  method: "PUT",
  url: "/api/lessons/:lessonId/quiz/attempts/:attemptId",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary:
      "Submit a quiz under an id of the browser's own making: the same again is the same attempt; 409 where it was changed",
    params: attempt,
    body: z.object({ versionId: Id, answers: z.array(QuizAnswer).max(mostQuestions) }),
    response: { 200: QuizReview },
  },
});

export const getQuizReview = endpoint({
  method: "GET",
  url: "/api/lessons/:lessonId/quiz/attempts/:attemptId",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "One of one's own attempts, as the quiz was then",
    params: attempt,
    response: { 200: QuizReview },
  },
});

export const getQuizFigures = endpoint({
  method: "GET",
  url: "/api/my-courses/:productId/lessons/:lessonId/quiz",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "How buyers do at the quiz of one's own lesson as it is now",
    params: z.object({ productId: Id, lessonId: Id }),
    response: { 200: QuizFigures },
  },
});
