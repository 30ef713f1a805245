import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forEditors } from "#contract/team/roles.ts";
import { Id } from "#contract/values.ts";
import { Assignment } from "./assignment.ts";
import { AskedQuiz, mostQuestions, QuizAnswer, QuizReview } from "./quiz.ts";

// What the creator of a course tries as its buyers do. None of it is stored, or counted.
const tags = ["Courses"];
const params = z.object({ productId: Id, lessonId: Id });

export const previewQuiz = endpoint({
  method: "GET",
  url: "/api/my-courses/:productId/lessons/:lessonId/quiz-preview",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "The quiz of one's own lesson as its buyers are asked it; 404 where it has none",
    params,
    response: { 200: AskedQuiz },
  },
});

export const markQuizPreview = endpoint({
  method: "POST",
  url: "/api/my-courses/:productId/lessons/:lessonId/quiz-preview",
  config: {
    access: "creator",
    roles: forEditors,
    limit: { points: 240, seconds: 60 },
    recentSignIn: notNeeded.preview,
  },
  schema: {
    tags,
    summary: "Mark answers to one's own quiz; nothing is stored, and all is told. 409 where it was changed",
    params,
    body: z.object({ versionId: Id, answers: z.array(QuizAnswer).max(mostQuestions) }),
    response: { 200: QuizReview },
  },
});

export const previewAssignment = endpoint({
  method: "GET",
  url: "/api/my-courses/:productId/lessons/:lessonId/assignment-preview",
  config: { access: "creator", roles: forEditors },
  schema: {
    tags,
    summary: "The assignment of one's own lesson before anything is written; 404 where it has none",
    params,
    response: { 200: Assignment },
  },
});
