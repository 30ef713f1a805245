import type { AssignmentTask } from "#contract/courses/assignment.ts";
import type { Quiz } from "#contract/courses/quiz.ts";
import { IDEA_MODULE } from "./course-module-idea.ts";
import { IDENTITY_MODULE } from "./course-module-identity.ts";
import { LAUNCH_MODULE } from "./course-module-launch.ts";

export type DemoLesson = {
  slug: string;
  title: string;
  contentMarkdown: string;
  video: boolean;
  /** What the slides of the video say, one after the other; empty without a video. */
  keyPoints: string[];
  /** Length of the video, or about how long the text takes to read. */
  durationSeconds: number;
  freePreview: boolean;
  /** Opens so many days after the purchase; left out: at once. */
  dripDays?: number;
  quiz?: Quiz;
  assignment?: AssignmentTask;
};

export type DemoModule = { title: string; lessons: DemoLesson[] };

/** The course of the demo store: three modules, eight lessons with a video and three to read. */
export const DEMO_COURSE_MODULES: DemoModule[] = [IDEA_MODULE, IDENTITY_MODULE, LAUNCH_MODULE];
