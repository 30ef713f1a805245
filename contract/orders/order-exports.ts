import { z } from "zod";
import { ChosenIds } from "#contract/chosen-rows.ts";
import { endpoint } from "#contract/endpoint.ts";
import { admins, forSupport, type Roles } from "#contract/team/roles.ts";
import { customerFilter } from "./customers.ts";
import { orderFilter } from "./orders-admin.ts";

const tags = ["Orders"];

const config = (roles: Roles) =>
  ({ access: "creator", roles, limit: { points: 20, seconds: 60 }, recentSignIn: "required" }) as const;

/** A table of which some rows, or all, are asked for. */
const csv = <Query extends z.ZodObject>(
  url: `/api/${string}`,
  summary: string,
  querystring: Query,
  roles: Roles = admins,
) => endpoint({ method: "GET", url, config: config(roles), schema: { tags, summary, querystring } });

const wholeCsv = (url: `/api/${string}`, summary: string) =>
  endpoint({ method: "GET", url, config: config(admins), schema: { tags, summary } });

/** Chosen by hand; else all that the filter finds. What is not there any more, or not the creator's, is left out. */
const ids = ChosenIds.optional();

export const exportOrders = csv(
  "/api/exports/orders.csv",
  "The creator's orders as CSV: all, those of some ids, or those that a filter finds",
  z.object({ ...orderFilter, ids }),
);
export const exportOrderLines = wholeCsv(
  "/api/exports/order-lines.csv",
  "The lines of the creator's orders as CSV",
);
export const exportCustomers = csv(
  "/api/exports/customers.csv",
  "The creator's customers as CSV: all, those of some ids, or those that a filter finds",
  z.object({ ...customerFilter, ids }),
);
export const exportToShip = csv(
  "/api/exports/to-ship.csv",
  "Parcels that wait to be sent, with their labels, as CSV: all, or those of some lines",
  z.object({ ids }),
  forSupport,
);
export const exportRefunds = wholeCsv("/api/exports/refunds.csv", "The creator's refunds as CSV");
