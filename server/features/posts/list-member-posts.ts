import type { FastifyRequest } from "fastify";
import { type MemberPost, postsPerPage } from "#contract/posts/posts.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { hotStatement } from "#server/database/statement.ts";
import { textVideoList } from "#server/database/text-videos.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import { storedDocument } from "#server/documents/stored-text.ts";
import { getProvenShelf } from "#server/features/access/proven-shelf.ts";
import { listProductsInTexts } from "#server/features/catalog/products-in-texts.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import { shownVideos, type StoredTextVideo } from "#server/features/files/text-videos.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import type { Services } from "#server/services.ts";
import { openingOrder } from "./open-posts.ts";
import { postLink } from "./post-link.ts";

type Asked = { handle?: string | undefined; before?: string | undefined };

/**
 * A page of the posts that the proved memberships open now, the newest first, of one creator or of all; `next` begins the
 * page after it. Throws 401 where nothing is proved. A creator of whom they are no member has none.
 */
export async function listMemberPosts(
  services: Services,
  request: FastifyRequest,
  { handle, before }: Asked,
): Promise<{ posts: MemberPost[]; next: string | null }> {
  const { orderIds } = await getProvenShelf(services, request);
  const [beforeMs, beforeId] = before?.split(".") ?? [];
  const rows = await selectPosts(
    services.pool,
    orderIds,
    services.clock.now(),
    handle?.toLowerCase() ?? null,
    beforeMs === undefined ? null : new Date(Number(beforeMs)),
    beforeId ?? null,
  );
  const shown = rows.slice(0, postsPerPage);
  const last = shown.at(-1);
  return {
    posts: await Promise.all(shown.map((row) => memberPostOf(services, row))),
    next: last && rows.length > postsPerPage ? `${last.publishedAt.getTime()}.${last.id}` : null,
  };
}

type Row = {
  id: string;
  /** A membership's that opens it. */
  orderId: string;
  membership: string | null;
  ownerId: string;
  handle: string;
  creatorName: string;
  title: string;
  content: string;
  contentDocument: RichDocument | null;
  pictures: StoredPicture[];
  videos: StoredTextVideo[];
  publishedAt: Date;
  image: StoredPicture | null;
  fileName: string | null;
  fileSize: number | null;
};

const memberPostOf = async (services: Services, row: Row): Promise<MemberPost> => ({
  id: row.id,
  membership: row.membership,
  creator: { handle: row.handle, name: row.creatorName },
  title: row.title,
  contentHtml: await contentHtmlOf(services, row),
  image: pictureOf(row.image),
  attachment:
    row.fileName === null || row.fileSize === null
      ? null
      : {
          fileName: safeFileName(row.fileName),
          fileSize: row.fileSize,
          url: postLink(services, "post-attachment", { postId: row.id, orderId: row.orderId }),
        },
  publishedAt: row.publishedAt,
});

async function contentHtmlOf(
  services: Services,
  { id, orderId, ownerId, pictures, videos, ...text }: Row,
): Promise<string> {
  const document = storedDocument(text);
  if (!document) return "";
  const link = postLink(services, "post-picture", { postId: id, orderId });
  const shown = pictures.flatMap((stored) => {
    const picture = pictureOf(stored, link);
    return picture ? [[stored.id, picture] as const] : [];
  });
  return documentHtml(document, 4, {
    pictures: new Map(shown),
    videos: shownVideos(videos, postLink(services, "post-video", { postId: id, orderId })),
    products: await listProductsInTexts(services.pool, ownerId, [document]),
  });
}

/** Of milliseconds, as a page's end is named in them. */
const publishedAt = "date_trunc('milliseconds', p.published_at)";

const selectPosts = hotStatement("posts_select_posts")<
  Row,
  [orderIds: string[], now: Date, handle: string | null, before: Date | null, beforeId: string | null]
>(`select p.id, opening.order_id as "orderId", membership.title as membership, p.owner_id as "ownerId", u.handle, p.title, p.content, p.content_document as "contentDocument", ${publishedAt} as "publishedAt",
          ${creatorName("u")} as "creatorName",
          f.original_name as "fileName", f.size_bytes::float8 as "fileSize",
          case when i.id is not null then
            json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end as image,
          (select coalesce(json_agg(json_build_object(
                    'id', t.id, 'width', t.width, 'height', t.height, 'variants', t.variants, 'alt', t.alt)), '[]')
             from post_pictures s join images t on t.id = s.image_id and t.owner_id = p.owner_id
            where s.post_id = p.id) as pictures,
          ${textVideoList("post_id = p.id", "p.owner_id")} as videos
     from posts p
     cross join lateral ${openingOrder("p", "$1", "$2")} opening
     join users u on u.id = p.owner_id
     left join products membership on membership.id = p.product_id
     left join images i on i.id = p.image_id
     left join uploads f on f.id = p.attachment_id and f.state = 'STORED'
    where p.owner_id in (select owner_id from access where order_id = any ($1::uuid[]))
      and p.published_at <= $2::timestamptz
      and ($3::text is null or u.handle = $3)
      and ($4::timestamptz is null or (${publishedAt}, p.id) < ($4::timestamptz, $5::uuid))
    order by ${publishedAt} desc, p.id desc
    limit ${postsPerPage + 1}`);
