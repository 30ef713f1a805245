import { z } from "zod";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { giveConversationTags } from "./give-conversation-tags.ts";
import { isAnyNameless, namePeople } from "./name-people.ts";

export const conversationJobs: readonly Job[] = [
  giveConversationTags,
  defineJob({
    name: "name-people",
    schedule: "16,46 * * * *",
    due: isAnyNameless,
    retries: 0,
    data: z.object({}),
    handle: (services) => namePeople(services),
  }),
];
