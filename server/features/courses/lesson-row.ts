import type { RichDocument } from "#contract/document/document.ts";
import { hotStatement } from "#server/database/statement.ts";
import { hasAssignment } from "#server/database/lesson-parts.ts";
import { textVideoList } from "#server/database/text-videos.ts";
import type { StoredTextVideo } from "#server/features/files/text-videos.ts";
import type { StoredPicture } from "#server/features/files/pictures.ts";

export type LessonRow = {
  id: string;
  productId: string;
  ownerId: string;
  slug: string;
  title: string;
  content: string | null;
  contentDocument: RichDocument | null;
  videoUrl: string | null;
  hasUpload: boolean;
  uploadStored: boolean;
  poster: StoredPicture | null;
  captions: { language: string; poster: StoredPicture | null }[];
  /** Of its text. */
  pictures: StoredPicture[];
  /** That play in its text. */
  textVideos: StoredTextVideo[];
  attachments: { id: string; name: string; sizeBytes: number }[];
  /** Of the quiz that buyers are asked. */
  quiz: { questionCount: number; neededPercent: number } | null;
  assignment: { takesFiles: boolean; needsAnswer: boolean } | null;
  duration: number;
  freePreview: boolean;
  dripDays: number;
  /** A free preview of a product that is on sale. */
  freeToAll: boolean;
  /** Its creator has deleted the course, which buyers keep. */
  isArchived: boolean;
};

/** A lesson by its id, whoever may see it. */
export const selectLesson = hotStatement("courses_select_lesson")<LessonRow, [lessonId: string]>(
  select("l.id = $1"),
);

/** A lesson of a course that its creator still has. */
export const selectOwnLesson = hotStatement("courses_select_own_lesson")<
  LessonRow,
  [lessonId: string, productId: string, creatorId: string]
>(select("l.id = $1 and p.id = $2 and p.owner_id = $3 and p.type = 'COURSE' and p.state <> 'ARCHIVED'"));

function select(condition: string): string {
  return `select l.id, p.id as "productId", p.owner_id as "ownerId", l.slug, l.title, l.content, l.content_document as "contentDocument", l.video_url as "videoUrl", l.duration,
          l.video_upload_id is not null as "hasUpload", coalesce(u.state = 'STORED', false) as "uploadStored",
          case when i.id is not null then json_build_object(
            'id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end as poster,
          (select json_build_object('questionCount', jsonb_array_length(q.quiz->'questions'), 'neededPercent', q.quiz->'neededPercent')
             from quiz_versions q where q.lesson_id = l.id and q.is_current) as quiz,
          case when ${hasAssignment("l")} then json_build_object(
            'takesFiles', (l.assignment->'takesFiles')::boolean, 'needsAnswer', (l.assignment->'needsAnswer')::boolean) end as assignment,
          (select coalesce(json_agg(json_build_object('language', c.language, 'poster',
                    case when o.id is not null then json_build_object(
                      'id', o.id, 'width', o.width, 'height', o.height, 'variants', o.variants, 'alt', o.alt) end) order by c.position, c.id), '[]')
             from lesson_captions c left join images o on o.id = c.poster_image_id and o.owner_id = p.owner_id
            where c.lesson_id = l.id) as captions,
          (select coalesce(json_agg(json_build_object('id', a.upload_id, 'name', a.name, 'sizeBytes', f.size_bytes) order by a.position), '[]')
             from lesson_attachments a join uploads f on f.id = a.upload_id and f.owner_id = p.owner_id and f.state = 'STORED'
            where a.lesson_id = l.id) as attachments,
          (select coalesce(json_agg(json_build_object(
                    'id', t.id, 'width', t.width, 'height', t.height, 'variants', t.variants, 'alt', t.alt)), '[]')
             from lesson_pictures s join images t on t.id = s.image_id and t.owner_id = p.owner_id
            where s.lesson_id = l.id and s.removed_at is null) as pictures,
          ${textVideoList("lesson_id = l.id", "p.owner_id")} as "textVideos",
          l.free_preview as "freePreview", l.drip_days as "dripDays",
          l.free_preview and p.state = 'PUBLISHED' as "freeToAll", p.state = 'ARCHIVED' as "isArchived"
     from lessons l
     join course_modules m on m.id = l.module_id
     join products p on p.id = m.product_id
     left join uploads u on u.id = l.video_upload_id and u.owner_id = p.owner_id
     left join images i on i.id = l.poster_image_id and i.owner_id = p.owner_id
    where ${condition}`;
}
