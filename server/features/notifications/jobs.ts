import { z } from "zod";
import { defineJob } from "#server/jobs/job.ts";
import { PushNews } from "./push/push-news.ts";
import { sendPush } from "./push/send-push.ts";
import { notifyOfRenewals } from "./renewal-news.ts";
import { queueDailySales } from "./queue-daily-sales.ts";
import { queueNews } from "./queue-news.ts";
import { queueTeamNews } from "./queue-team-news.ts";
import { trimNotifications } from "./trim-notifications.ts";

const nothing = z.object({});

const pushNews = defineJob({
  name: "push-news",
  data: PushNews,
  retries: 0,
  handle: (services, news) => sendPush(services, news),
});

/** Mails and pushes what happened since the last minute, to creators and to those on their teams who asked for it. */
const notifyCreators = defineJob({
  name: "tell-creators",
  data: nothing,
  retries: 0,
  schedule: "15,45 * * * *",
  due: `exists (select from notifications where wants_mail or wants_push)
    or exists (select from team_news where wants_mail)`,
  async handle(services, _, stopping) {
    // An error of one kind of news keeps the other from nobody.
    const told = await Promise.allSettled([
      queueNews(services, pushNews, stopping),
      queueTeamNews(services, stopping),
    ]);
    for (const outcome of told) if (outcome.status === "rejected") throw outcome.reason;
  },
});

/** Zones begin their days at quarters of hours. */
const notifyOfDailySales = defineJob({
  name: "tell-daily-sales",
  data: nothing,
  retries: 0,
  schedule: "*/15 * * * *",
  handle: (services) => queueDailySales(services),
});

const notifyOfDailyRenewals = defineJob({
  name: "tell-renewals",
  data: nothing,
  retries: 0,
  // Minutes in which hardly another job runs.
  schedule: "5,21,35,50 * * * *",
  handle: (services, _, stopping) => notifyOfRenewals(services, stopping),
});

const trimOldNotifications = defineJob({
  name: "trim-notifications",
  data: nothing,
  retries: 0,
  schedule: "42 * * * *",
  handle: (services, _, stopping) => trimNotifications(services, stopping),
});

export const notificationJobs = [
  pushNews,
  notifyCreators,
  notifyOfDailySales,
  notifyOfDailyRenewals,
  trimOldNotifications,
];
