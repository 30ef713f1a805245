import type { OrderStatus } from "#contract/orders/order-page.ts";
import { getOrder } from "#contract/orders/orders-admin.ts";
import type { Found } from "#contract/search/search.ts";
import { mayCall, seesMoney } from "#contract/team/roles.ts";
import { statement } from "#server/database/statement.ts";
import { anywhere } from "#server/database/search-words.ts";
import { idsBeginningWith } from "#server/features/orders/order-search.ts";
import type { SignedIn } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";

const nothing: Found = { products: [], orders: [], people: [], conversations: [] };

/**
 * A few of the store's products, orders, people and conversations that fit what was typed, of those that the role of whoever
 * asks opens; nothing for nothing. Each kind is asked of an index or of the creator's own rows, and by itself: one that is slow
 * holds up no other.
 */
export async function searchStore(
  pool: Services["pool"],
  { creatorId: ownerId, role }: Pick<SignedIn, "creatorId" | "role">,
  q: string,
): Promise<Found> {
  const hasPeople = mayCall(role, getOrder.config.roles);
  const hasAmounts = seesMoney(role);
  const text = q.toLowerCase();
  if (text === "") return nothing;
  const pattern = anywhere(text);
  const ids = idsBeginningWith(text);
  const [products, orders, people, conversations] = await Promise.all([
    selectProducts(pool, ownerId, pattern),
    hasPeople
      ? selectOrders(
          pool,
          ownerId,
          pattern,
          numberIn(text),
          ids?.first ?? null,
          ids?.last ?? null,
          hasAmounts ? centsIn(text) : null,
        )
      : [],
    hasPeople ? selectPeople(pool, ownerId, pattern) : [],
    hasPeople ? selectConversations(pool, ownerId, anywhere(text.replace(/^@/, ""))) : [],
  ]);
  return {
    products,
    orders: hasAmounts ? orders : orders.map((order) => ({ ...order, totalCents: null })),
    people,
    conversations,
  };
}

/** An order's number, as it is said: "1042" or "#1042". */
function numberIn(text: string): number | null {
  const [, digits] = /^#?(\d{4,9})$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** An amount of dollars: "49", "$49", "49.00" or "49,00". */
function centsIn(text: string): number | null {
  const [, dollars, cents = "00"] = /^\$?\s?(\d{1,7})(?:[.,](\d{2}))?$/.exec(text) ?? [];
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents);
}

/** Where the text begins a title or one of its words before where it stands within one, what is on sale first. */
const selectProducts = statement("search_products")<
  Found["products"][number],
  [ownerId: string, pattern: string]
>(
  `select id, title, price_cents as "priceCents", state from products
    where owner_id = $1 and (lower(title) like $2 or slug like $2)
    order by state = 'PUBLISHED' desc, lower(title) like substr($2, 2) desc, title, id limit 6`,
);

/** SQL: people who fit. Of very many who do, these are as good as any: who looks for one of them goes on typing. */
const peopleWithWords = "(select * from creator_customers where owner_id = $1 and words like $2 limit 1000)";

/**
 * By its number; by how its id begins; by its total; and of the people who fit, the newest of each.
 */
const selectOrders = statement("search_orders")<
  Omit<Found["orders"][number], "status"> & { status: OrderStatus },
  [
    ownerId: string,
    pattern: string,
    number: number | null,
    firstId: string | null,
    lastId: string | null,
    totalCents: number | null,
  ]
>(
  `with people as (
     select k.customer_id from ${peopleWithWords} k
      order by k.last_order_at desc, k.customer_id limit 5),
   found as (
     select n.order_id as id, 1 as rank from order_numbers n where n.owner_id = $1 and n.number = $3::int
     union all
     (select o.id, 2 from orders o where o.owner_id = $1 and o.id between $4::uuid and $5::uuid limit 3)
     union all
     (select o.id, 3 from orders o where o.owner_id = $1 and o.total_cents = $6::bigint order by o.created_at desc limit 5)
     union all
     select newest.id, 4 from people cross join lateral (
       select o.id from orders o where o.owner_id = $1 and o.customer_id = people.customer_id
        order by o.created_at desc, o.id desc limit 2) newest)
   select o.id, known.number, o.status, o.total_cents as "totalCents", p.title as "productTitle", c.email as "customerEmail"
     from (select id, min(rank) as rank from found group by id) best
     join orders o on o.id = best.id
     join products p on p.id = o.product_id
     join customers c on c.id = o.customer_id
     left join order_numbers known on known.order_id = o.id
    order by best.rank, o.created_at desc, o.id limit 8`,
);

const selectPeople = statement("search_people")<Found["people"][number], [ownerId: string, pattern: string]>(
  `select k.customer_id as id, k.name, c.email, k.order_count as "orderCount"
     from ${peopleWithWords} k join customers c on c.id = k.customer_id
    order by k.last_order_at desc, k.customer_id limit 5`,
);

const selectConversations = statement("search_conversations")<
  Found["conversations"][number],
  [ownerId: string, pattern: string]
>(
  `select c.id, coalesce(nullif(c.participant_display_name, ''), c.participant_username, '') as name, a.platform
     from dm_conversations c join social_accounts a on a.id = c.social_account_id
    where c.user_id = $1 and (c.participant_username ilike $2 or c.participant_display_name ilike $2)
    order by c.last_message_at desc nulls last, c.id limit 5`,
);
