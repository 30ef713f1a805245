import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { namePeople } from "./name-people.ts";

export const conversationJobs: readonly Job[] = [
  defineJob({
    name: "name-people",
    schedule: "16,46 * * * *",
    due: `exists (select from dm_conversations where participant_username is null and participant_display_name is null and profile_asked_at is null and last_inbound_at > $1::timestamptz - interval '24 hours')`,
    retries: 0,
    data: z.object({}),
    handle: (services) => namePeople(services),
  }),
];
