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

/**
 * Call before a text is written anew, and what it answers after: refuses as `requireTextRoom` does, unless the text takes up no
 * more than before. A store that is full can still make one shorter. `id` is that of the lesson or post.
 */
export async function textRoomFor(
  client: Queryable,
  ownerId: string,
  id: string,
): Promise<() => Promise<void>> {
  const [before] = await selectBytesOf(client, id);
  return async () => {
    const [after] = await selectBytesOf(client, id);
    if ((after?.bytes ?? 0) > (before?.bytes ?? 0)) await requireTextRoom(client, ownerId);
  };
}

// Lengths that are known without reading what is long.
const ofLesson = `coalesce(pg_column_size(l.content_document), 0) + coalesce(pg_column_size(l.quiz), 0)
  + coalesce(pg_column_size(l.assignment), 0)
  + coalesce((select sum(octet_length(webvtt)) from lesson_captions where lesson_id = l.id), 0)`;
const ofPost = "coalesce(pg_column_size(p.content_document), 0)";

const selectBytes = statement("texts_select_bytes")<{ bytes: number }, [ownerId: string]>(
  `select (coalesce((select sum(${ofLesson})
                       from products o join course_modules m on m.product_id = o.id join lessons l on l.module_id = m.id
                      where o.owner_id = $1), 0)
         + coalesce((select sum(${ofPost}) from posts p where p.owner_id = $1), 0))::float8 as bytes`,
);

const selectBytesOf = statement("texts_select_bytes_of")<{ bytes: number }, [id: string]>(
  `select (coalesce((select ${ofLesson} from lessons l where l.id = $1), 0)
         + coalesce((select ${ofPost} from posts p where p.id = $1), 0))::float8 as bytes`,
);
