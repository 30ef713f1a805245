import { z } from "zod";

/** What a push tells of: some of a creator's notifications, of so many. */
export const PushNews = z.object({
  ownerId: z.uuid(),
  notificationIds: z.array(z.uuid()).min(1).max(20),
  count: z.int().min(1),
});
