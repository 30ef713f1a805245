/** SQL: whether buyers of the lesson `l` (a row of `lessons`) are asked to hand something in: its task says so. */
export const hasAssignment = (l: string): string => `coalesce(${l}.assignment->>'task' ~ '\\S', false)`;

/** SQL: what the lesson `l` (a row of `lessons`) consists of, as a JSON list of `LessonPart`s. */
export const lessonParts = (l: string): string =>
  `to_json(array_remove(array[
     case when ${l}.video_upload_id is not null or ${l}.video_url ~ '\\S' then 'VIDEO' end,
     case when ${l}.content_document is not null or ${l}.content ~ '\\S' then 'TEXT' end,
     case when exists (select from quiz_versions q where q.lesson_id = ${l}.id and q.is_current) then 'QUIZ' end,
     case when ${hasAssignment(l)} then 'ASSIGNMENT' end], null))`;
