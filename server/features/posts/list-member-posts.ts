import type { FastifyRequest } from "fastify";
import { type MemberPost, postsPerPage } from "#contract/posts/posts.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { hotStatement } from "#server/database/statement.ts";
import { getProvenBuyer } from "#server/features/access/proven-buyer.ts";
import { renderLessonText } from "#server/features/courses/lesson-text.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import type { Services } from "#server/services.ts";
import { attachmentLink } from "./attachment-link.ts";
import { postIsOpen } from "./open-posts.ts";

type Asked = { handle?: string | undefined; before?: string | undefined };

/**
 * A page of the posts that a proved address may read now, the newest first, of one creator or of all; `next` begins the
 * page after it. Throws 401 where no address is proved. A creator of whom they are no member has none.
 */
export async function listMemberPosts(
  services: Services,
  request: FastifyRequest,
  { handle, before }: Asked,
): Promise<{ posts: MemberPost[]; next: string | null }> {
  const { customerId } = await getProvenBuyer(services, request);
  const [beforeMs, beforeId] = before?.split(".") ?? [];
  const rows = await selectPosts(
    services.pool,
    customerId,
    services.clock.now(),
    handle?.toLowerCase() ?? null,
    beforeMs === undefined ? null : new Date(Number(beforeMs)),
    beforeId ?? null,
  );
  const shown = rows.slice(0, postsPerPage);
  const last = shown.at(-1);
  return {
    posts: shown.map((row) => memberPostOf(services, customerId, row)),
    next: last && rows.length > postsPerPage ? `${last.publishedAt.getTime()}.${last.id}` : null,
  };
}

type Row = {
  id: string;
  membership: string | null;
  handle: string;
  creatorName: string;
  title: string;
  content: string;
  publishedAt: Date;
  image: StoredPicture | null;
  fileName: string | null;
  fileSize: number | null;
};

const memberPostOf = (services: Services, customerId: string, row: Row): MemberPost => ({
  id: row.id,
  membership: row.membership,
  creator: { handle: row.handle, name: row.creatorName },
  title: row.title,
  contentHtml: renderLessonText(row.content),
  image: pictureOf(row.image),
  attachment:
    row.fileName === null || row.fileSize === null
      ? null
      : {
          fileName: safeFileName(row.fileName),
          fileSize: row.fileSize,
          url: attachmentLink(services, { postId: row.id, customerId }),
        },
  publishedAt: row.publishedAt,
});

/** Of milliseconds, as a page's end is named in them. */
const publishedAt = "date_trunc('milliseconds', p.published_at)";

const selectPosts = hotStatement("posts_select_posts")<
  Row,
  [customerId: string, now: Date, handle: string | null, before: Date | null, beforeId: string | null]
>(`select p.id, membership.title as membership, u.handle, p.title, p.content, ${publishedAt} as "publishedAt",
          ${creatorName("u")} as "creatorName",
          f.original_name as "fileName", f.size_bytes::float8 as "fileSize",
          case when i.id is not null then
            json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end as image
     from posts p
     join users u on u.id = p.owner_id
     left join products membership on membership.id = p.product_id
     left join images i on i.id = p.image_id
     left join uploads f on f.id = p.attachment_id and f.state = 'STORED'
    where p.owner_id in (select owner_id from access where customer_id = $1)
      and ($3::text is null or u.handle = $3)
      and ($4::timestamptz is null or (${publishedAt}, p.id) < ($4::timestamptz, $5::uuid))
      and ${postIsOpen("p", "$1", "$2")}
    order by ${publishedAt} desc, p.id desc
    limit ${postsPerPage + 1}`);
