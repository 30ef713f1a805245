import { queueAnnouncement } from "./announce-file.ts";

export const downloadJobs = [queueAnnouncement];
