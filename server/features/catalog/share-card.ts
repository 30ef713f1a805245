import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { FastifyReply, FastifyRequest } from "fastify";
import { creatorName } from "#server/database/creator-name.ts";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { renderStoreCard } from "#server/images/social-card.ts";
import type { Services } from "#server/services.ts";

const maxCards = 50;

/**
 * The picture that a shared store link shows: 1200 x 630, JPEG. Drawn when first asked for, and again when what it
 * shows has changed; the last 50 stay in memory.
 */
export function createShareCards({ pool, files }: Pick<Services, "pool" | "files">) {
  const cards = new Map<string, Promise<Buffer>>();

  async function draw(store: Store): Promise<Buffer> {
    const { name, handle, tagline, avatarKey, titles } = store;
    const avatar = avatarKey ? await files.read(avatarKey).then(buffer, () => undefined) : undefined;
    return renderStoreCard({ name, handle, tagline, productTitles: titles, ...(avatar && { avatar }) });
  }

  return async (handle: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [store] = await selectStore(pool, handle.toLowerCase());
    if (!store) throw NotFound();
    const key = createHash("sha256").update(JSON.stringify(store)).digest("base64url").slice(0, 22);
    reply.headers({
      etag: `"${key}"`,
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    });
    if (request.headers["if-none-match"] === `"${key}"`) return reply.code(304).send();
    const card = cards.get(key) ?? draw(store);
    cards.delete(key);
    cards.set(key, card);
    card.catch(() => cards.delete(key));
    for (const oldest of cards.keys()) {
      if (cards.size <= maxCards) break;
      cards.delete(oldest);
    }
    return reply.type("image/jpeg").send(await card);
  };
}

type Store = { handle: string; name: string; tagline: string; avatarKey: string | null; titles: string[] };

const selectStore = hotStatement("catalog_share_card")<
  Store,
  [handle: string]
>(`select u.handle, ${creatorName("u")} as name, coalesce(u.tagline, '') as tagline,
          (select v ->> 'storageKey' from images i, jsonb_array_elements(i.variants) v
            where i.id = u.avatar_image_id and v ->> 'format' <> 'avif' order by (v ->> 'width')::int desc limit 1) as "avatarKey",
          array(select p.title from products p where p.owner_id = u.id and p.active and p.archived_at is null
                 order by p.featured desc, p.position, p.created_at limit 3) as titles
     from users u where u.handle = $1`);
