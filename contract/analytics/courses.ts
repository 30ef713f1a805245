import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Id } from "#contract/values.ts";
import { analyticsQuery, CountedRange, Percent } from "./period.ts";

/** How far those have come by now who got a course in the period and have it still. A purchase is a learner. */
const Reach = {
  learners: z.int(),
  /** Who opened a lesson far enough that something was noted. */
  started: z.int(),
  /** Who completed every lesson that the course has today. */
  finished: z.int(),
  finishRate: Percent,
  /** From the purchase to the last lesson; the middle one of those who finished. */
  medianDays: z.number().nullable(),
};

export const CourseFigures = z.object({
  range: CountedRange,
  total: z.object({
    ...Reach,
    /** Lessons that these learners completed. */
    lessonsDone: z.int(),
  }),
  /** Most learners first. */
  courses: z.array(
    z.object({
      id: Id,
      title: z.string(),
      lessons: z.int(),
      ...Reach,
      lessonsDone: z.int(),
      /** Of all lessons of all learners, in percent. */
      averageProgress: Percent,
    }),
  ),
  /** The lessons of the one course that was asked for, or that there is, in their order; null for several. */
  lessons: z
    .object({
      courseId: Id,
      title: z.string(),
      rows: z.array(
        z.object({
          id: Id,
          title: z.string(),
          module: z.string(),
          started: z.int(),
          completed: z.int(),
          /** Who began no later lesson, and has not finished the course. */
          stopped: z.int(),
        }),
      ),
      /** Learners who began none. */
      notStarted: z.int(),
    })
    .nullable(),
});
export type CourseFigures = z.infer<typeof CourseFigures>;

export const getCourseFigures = endpoint({
  method: "GET",
  url: "/api/analytics/courses",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Analytics"],
    summary: "How far the learners of a period have come, by course and by lesson, and where they stop",
    querystring: z.object(analyticsQuery),
    response: { 200: CourseFigures },
  },
});
