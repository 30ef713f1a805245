import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { isAnyDayOver, rollUpSales } from "./roll-up-sales.ts";
import { deleteVisits } from "./visits/forget-visits.ts";
import { rollUpTraffic } from "./visits/roll-up-traffic.ts";

export const analyticsJobs = [
  defineJob({
    name: "roll-up-sales",
    data: z.object({}),
    retries: 0,
    schedule: "2,32 * * * *",
    due: isAnyDayOver,
    handle: (services, _, stopping) => rollUpSales(services, stopping),
  }),
  defineJob({
    name: "roll-up-traffic",
    data: z.object({}),
    retries: 0,
    schedule: "3,33 * * * *",
    due: `exists (select from traffic_marks)`,
    handle: (services, _, stopping) => rollUpTraffic(services, stopping),
  }),
  defineJob({
    name: "forget-visits",
    data: z.object({}),
    schedule: "23 3 * * *",
    handle: (services, _, stopping) => deleteVisits(services, stopping),
  }),
];
