import { HttpError } from "#server/errors.ts";
import { type Queryable, statement } from "./statement.ts";

/** Bytes of all lessons of a store, with their captions, and of its posts. */
const mostBytes = 500_000_000;

/**
 * Call in the transaction that has written texts of a store, or copied them. Throws 413 `TEXTS_FULL` where all of them take more
 * room than a store has for them: anybody may open one, and a copied course writes each of its texts again.
 */
export async function requireTextRoom(client: Queryable, ownerId: string): Promise<void> {
  const [sum] = await selectBytes(client, ownerId);
  if ((sum?.bytes ?? 0) <= mostBytes) return;
  throw new HttpError(
    413,
    "TEXTS_FULL",
    "The lessons, captions and posts of a store may take up 500 MB in all. Delete some that are not needed first.",
  );
}

// Lengths that are known without reading what is long.
const selectBytes = statement("texts_select_bytes")<{ bytes: number }, [ownerId: string]>(
  `select ((select coalesce(sum(coalesce(pg_column_size(l.content_document), 0) + coalesce(pg_column_size(l.quiz), 0)
                                + coalesce(pg_column_size(l.assignment), 0) + coalesce(c.bytes, 0)), 0)
              from products p join course_modules m on m.product_id = p.id join lessons l on l.module_id = m.id
              left join lateral (select sum(octet_length(webvtt)) as bytes from lesson_captions where lesson_id = l.id) c on true
             where p.owner_id = $1)
         + (select coalesce(sum(pg_column_size(content_document)), 0) from posts where owner_id = $1))::float8 as bytes`,
);
