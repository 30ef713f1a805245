import { statement } from "#server/database/statement.ts";

/** Keeps the zone of a buyer who chooses a time: what is sent about the order from now on goes by it. */
export const saveBuyerZone = statement("orders_save_buyer_zone")<never, [orderId: string, zone: string]>(
  "update orders set buyer_zone = $2 where id = $1 and buyer_zone is distinct from $2",
);
