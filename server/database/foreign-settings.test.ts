import { expect, test } from "vitest";
import { loadConfig } from "#server/config.ts";
import { listOrders } from "#contract/orders-admin.ts";
