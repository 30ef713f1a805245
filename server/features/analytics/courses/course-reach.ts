import { statement } from "#server/database/statement.ts";

/** Who got a course in a time and has it still, and how far they have come by now. */
export type CourseReach = {
  id: string | null;
  title: string;
  lessons: number;
  learners: number;
  started: number;
  finished: number;
  lessonsDone: number;
  medianDays: number | null;
};

/** SQL: purchases that opened one of a creator's courses in a time; those that were taken back are none. */
export const isLearner = (learner: string): string =>
  `${learner}.owner_id = $1 and ${learner}.granted_at >= $2::timestamptz and ${learner}.granted_at < $3::timestamptz
       and ($4::uuid is null or ${learner}.product_id = $4)`;

/** SQL: the courses of a creator, or one of them, with the number of their lessons. */
export const courses = `
  courses as materialized (
    select p.id, p.title, p.state, count(l.id) as lessons
      from products p left join course_modules m on m.product_id = p.id left join lessons l on l.module_id = m.id
     where p.owner_id = $1 and p.type = 'COURSE' and ($4::uuid is null or p.id = $4) group by p.id)`;

/** SQL: whether a learner has completed every lesson that their course has. */
export const finishes = (learner: string, course: string): string =>
  `${course}.lessons > 0 and ${learner}.lessons_done >= ${course}.lessons`;

const finished = finishes("k", "c");

/** Each course, and all of them together: a row without an id, since a middle is not the sum of middles. */
export const selectCourses = statement("analytics_select_courses")<
  CourseReach,
  [ownerId: string, from: Date, to: Date, productId: string | null]
>(`
  with ${courses},
  counted as (
    select k.product_id, count(*) as learners, count(*) filter (where k.lessons_begun > 0) as started, count(*) filter (where ${finished}) as finished,
           sum(k.lessons_done) as done,
           percentile_cont(0.5) within group (order by extract(epoch from k.last_done_at - k.granted_at)::float8 / 86400) filter (where ${finished}) as days
      from course_learners k join courses c on c.id = k.product_id where ${isLearner("k")} group by grouping sets ((k.product_id), ()))
  select c.id, coalesce(c.title, '') as title, coalesce(c.lessons, 0)::int as lessons, coalesce(n.learners, 0)::int as learners,
         coalesce(n.started, 0)::int as started, coalesce(n.finished, 0)::int as finished, coalesce(n.done, 0)::int as "lessonsDone",
         n.days as "medianDays"
    from courses c full join counted n on n.product_id = c.id
   where n.learners > 0 or c.state <> 'ARCHIVED' or c.id is null
   order by learners desc, title, c.id`);

/** The lessons of one course, in their order. */
export const selectLessons = statement("analytics_select_lessons")<
  { id: string; title: string; module: string; started: number; completed: number; stopped: number },
  [ownerId: string, from: Date, to: Date, productId: string]
>(`
  with outline as materialized (
    select m.title as module, l.id, l.title, row_number() over (order by m.position, m.id, l.position, l.id) as place, count(*) over () as lessons
      from products p join course_modules m on m.product_id = p.id join lessons l on l.module_id = m.id
     where p.owner_id = $1 and p.id = $4::uuid),
  learners as materialized (select k.order_id, k.lessons_done from course_learners k where ${isLearner("k")}),
  touched as materialized (
    select k.order_id, k.lessons_done, o.place, g.completed_at from outline o join progress g on g.lesson_id = o.id join learners k using (order_id)),
  counted as (select place, count(*) as started, count(completed_at) as completed from touched group by place),
  stops as (
    select place, count(*) as stopped from (select max(place) as place, lessons_done from touched group by order_id, lessons_done) as last
     where lessons_done < (select max(lessons) from outline) group by 1)
  select o.id, o.title, o.module, coalesce(c.started, 0)::int as started, coalesce(c.completed, 0)::int as completed,
         coalesce(s.stopped, 0)::int as stopped
    from outline o left join counted c using (place) left join stops s using (place) order by o.place`);
