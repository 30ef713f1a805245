/**
 * SQL: parts of the statement that writes a paid order, which tell its creator of it in the same round trip. They read its
 * parts `given`, `paid_order`, `items` and `work`, and the lines as `$2`; nothing is counted, and nothing locked that
 * another sale needs. Only the very first sale of a creator, and a day's first free order with something to do, wait for
 * another such one that is under way at that moment.
 *
 * A renewal is told by the daily mail alone. What cost nothing is no sale; what is to be done for it is told once a day.
 */
export const saleNews = `first_sale as (
     insert into first_sales (owner_id, order_id, sold_at)
     select owner_id, id, now from paid_order, given where "totalCents" > 0
     on conflict do nothing returning owner_id),
   news as (
     select case when exists (select from first_sale) then 'FIRST_SALE' else 'SALE' end as kind, 'sale' as name, false as is_free
       from given where "totalCents" > 0 and "subscriptionId" is null
     union all
     select 'ORDER_TO_SHIP', 'ship', "totalCents" = 0 from given
      where "subscriptionId" is null
        and exists (select from items where (select p.requires_shipping from products p where p.id = items.product_id))
     union all
     select 'WORK_TO_DELIVER', 'work', "totalCents" = 0 from given where exists (select from work where state = 'TO_DO')),
   told as (
     insert into notifications (owner_id, kind, event, facts, in_app, wants_mail, wants_push, created_at)
     select o.owner_id, news.kind,
            case when is_free then news.name || ':free:' || to_char(given.now at time zone 'UTC', 'YYYY-MM-DD')
                 else concat_ws(':', news.name, o.id, given."upsellId") end,
            jsonb_build_object('orderId', o.id, 'cents', given."totalCents", 'more', (select count(*) - 1 from items where item_type <> 'PART'),
              'isAddOn', given."addedTo" is not null,
              'title', (select p.title from products p where p.id = ($2::jsonb -> 0 ->> 'productId')::uuid)),
            ways.in_app, ways.by_mail, ways.by_push, given.now
       from news cross join paid_order o cross join given
       left join notification_choices c on c.owner_id = o.owner_id and c.kind = news.kind
      cross join lateral (
        select coalesce(c.in_app, true) as in_app, coalesce(c.mail, 'EACH') = 'EACH' as by_mail,
               coalesce(c.push, true) and exists (select from push_browsers b where b.owner_id = o.owner_id) as by_push) ways
      -- Its team hears of it, too, whatever its owner chose.
      where ways.in_app or ways.by_mail or ways.by_push or exists (select from team_members m where m.owner_id = o.owner_id)
     on conflict do nothing)`;
