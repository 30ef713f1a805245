-- A sale is of the moment it was paid, however long before its order was begun. Before the row is written, so that whatever is
-- kept of orders afterwards reads the one moment.
create function order_is_of_its_sale() returns trigger language plpgsql as $$
begin
  new.created_at := new.paid_at;
  return new;
end $$;
--> statement-breakpoint
create trigger order_is_of_its_sale before insert or update of paid_at, created_at on orders
  for each row when (new.created_at <> new.paid_at) execute function order_is_of_its_sale();
--> statement-breakpoint
-- As before, and counted anew where an order's moment moves too: a buyer's first and newest order, and their name, go by it.
create or replace function orders_changed() returns trigger language plpgsql as $$
begin
  update creator_customers k set spent_cents = k.spent_cents + changed.cents
    from (select n.owner_id, n.customer_id,
                 sum(case when n.status in ('PAID', 'REFUNDED') then n.total_cents - n.refunded_cents else 0 end
                   - case when b.status in ('PAID', 'REFUNDED') then b.total_cents - b.refunded_cents else 0 end) as cents
            from now_so n join before b on b.id = n.id
           where n.customer_id = b.customer_id and n.customer_name = b.customer_name and n.created_at = b.created_at
           group by n.owner_id, n.customer_id) as changed
   where k.owner_id = changed.owner_id and k.customer_id = changed.customer_id and changed.cents <> 0;
  perform count_creator_customer(owner_id, customer_id)
     from (select n.owner_id, unnest(array[n.customer_id, b.customer_id]) as customer_id
             from now_so n join before b on b.id = n.id
            where n.customer_id <> b.customer_id or n.customer_name <> b.customer_name or n.created_at <> b.created_at
           group by 1, 2 order by 1, 2) as buyers;
  return null;
end $$;
--> statement-breakpoint
update orders set created_at = paid_at where created_at <> paid_at;
