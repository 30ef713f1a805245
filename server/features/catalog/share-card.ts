import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Limit } from "#contract/endpoint.ts";
import { ownPriceText } from "#contract/catalog/own-price.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { clientNetwork, consume, createCounter, createReadLimiter } from "#server/http/rate-limits.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { render, renderUnavailable } from "#server/render-process/render-process.ts";
import type { Services } from "#server/services.ts";

/** Some 50 kB each. */
const maxCards = 200;
/** Drawn for one address: a card takes a core for a tenth of a second. Those who read links aloud for others have many. */
const drawLimit: Limit = { points: 60, seconds: 60 };
/** Strangers ask for them: all cards together have one turn, and never a creator's. */
const turn = "cards";
/**
 * The pictures that shared links of stores and products show: 1200 x 630, JPEG. Drawn when first asked for, and again when
 * what they show has changed; the last 200 stay in memory. Throws 429 for an address that
 * has too many drawn, and where twenty wait.
 */
export function createShareCards({ pool, files, config }: Pick<Services, "pool" | "files" | "config">) {
  const cards = new Map<string, Promise<Buffer>>();
  const { within: withinReadLimit } = createReadLimiter({ pool }, config.rateLimitFactor);
  const drawn = createCounter({ pool }, "share-cards", drawLimit, config.rateLimitFactor);

  const read = async (key: string | null) =>
    key === null ? undefined : files.read(key).then(buffer, () => undefined);

  async function send(
    shown: object,
    draw: () => Promise<Buffer>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const key = createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 22);
    reply.headers({
      etag: `"${key}"`,
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    });
    if (request.headers["if-none-match"] === `"${key}"`) return reply.code(304).send();
    if (!cards.has(key)) await consume(drawn, `ip:${clientNetwork(request.ip)}`);
    const card = cards.get(key) ?? draw().catch(renderUnavailable);
    cards.delete(key);
    cards.set(key, card);
    card.catch(() => cards.delete(key));
    for (const oldest of cards.keys()) {
      if (cards.size <= maxCards) break;
      cards.delete(oldest);
    }
    return reply.type("image/jpeg").send(await card);
  }

  return {
    /** Throws 404 where nobody has this handle. */
    async sendStore(handle: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      await withinReadLimit(request);
      const [store] = await selectStore(pool, handle.toLowerCase());
      if (!store) throw NotFound();
      const draw = async () => {
        const avatar = await read(store.avatarKey);
        return render(turn, "renderStoreCard", {
          ...store,
          productTitles: store.titles,
          ...(avatar && { avatar }),
        });
      };
      return send(store, draw, request, reply);
    },
    /** Throws 404 for a product that this store does not have on sale. */
    async sendProduct(
      handle: string,
      slug: string,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      await withinReadLimit(request);
      const [product] = await selectProduct(pool, handle.toLowerCase(), slug.toLowerCase());
      if (!product) throw NotFound();
      const draw = async () => {
        const cover = await read(product.coverKey);
        return render(turn, "renderProductCard", {
          ...product,
          price: priceText(product),
          ...(cover && { cover }),
        });
      };
      return send(product, draw, request, reply);
    },
  };
}

const periods = { ONE_TIME: "", MONTH: "/month", YEAR: "/year" };

const priceText = ({ priceCents, suggestedPriceCents, currency, billingInterval }: Product): string =>
  suggestedPriceCents !== null
    ? ownPriceText({ priceCents, suggestedPriceCents }, (cents) => formatMoney(cents, currency))
    : priceCents === 0
      ? "Free"
      : formatMoney(priceCents, currency) + periods[billingInterval];

/** SQL: where the largest encoding of an image `i` lies that can be drawn. */
const drawableKey = `(select v ->> 'storageKey' from jsonb_array_elements(i.variants) v
   where v ->> 'format' <> 'avif' order by (v ->> 'width')::int desc limit 1)`;

type Store = { handle: string; name: string; tagline: string; avatarKey: string | null; titles: string[] };

const selectStore = hotStatement("catalog_share_card")<
  Store,
  [handle: string]
>(`select u.handle, ${creatorName("u")} as name, coalesce(u.tagline, '') as tagline,
          (select ${drawableKey} from images i where i.id = u.avatar_image_id) as "avatarKey",
          array(select p.title from products p where p.owner_id = u.id and p.state = 'PUBLISHED'
                 order by p.featured desc, p.position, p.created_at limit 3) as titles
     from users u where u.handle = $1 and not u.is_platform and u.erased_at is null`);

type Product = {
  title: string;
  creatorName: string;
  priceCents: number;
  suggestedPriceCents: number | null;
  currency: string;
  billingInterval: "ONE_TIME" | "MONTH" | "YEAR";
  coverKey: string | null;
};

const selectProduct = hotStatement("catalog_product_share_card")<Product, [handle: string, slug: string]>(
  `select p.title, ${creatorName("u")} as "creatorName", p.price_cents as "priceCents", p.suggested_price_cents as "suggestedPriceCents", p.currency,
          p.billing_interval as "billingInterval",
          (select ${drawableKey} from images i where i.id = p.cover_image_id) as "coverKey"
     from products p join users u on u.id = p.owner_id
    where u.handle = $1 and p.slug = $2 and p.state = 'PUBLISHED' and p.plan is null`,
);
