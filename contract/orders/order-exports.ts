import { endpoint } from "#contract/endpoint.ts";
import { admins, forSupport, type Roles } from "#contract/team/roles.ts";

const tags = ["Orders"];

const csv = (url: `/api/${string}`, summary: string, roles: Roles = admins) =>
  endpoint({
    method: "GET",
    url,
    config: { access: "creator", roles, limit: { points: 20, seconds: 60 }, isSensitive: true },
    schema: { tags, summary },
  });

export const exportOrders = csv("/api/exports/orders.csv", "The creator's orders as CSV");
export const exportOrderLines = csv(
  "/api/exports/order-lines.csv",
  "The lines of the creator's orders as CSV",
);
export const exportCustomers = csv("/api/exports/customers.csv", "The creator's customers as CSV");
export const exportToShip = csv(
  "/api/exports/to-ship.csv",
  "Parcels that wait to be sent, with their labels, as CSV",
  forSupport,
);
export const exportRefunds = csv("/api/exports/refunds.csv", "The creator's refunds as CSV");
