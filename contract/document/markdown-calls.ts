import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { everybodyOfTheTeam } from "#contract/team/roles.ts";
import { longText } from "#contract/values.ts";
import type { RichDocument } from "./document.ts";

export const readMarkdown = endpoint({
  method: "POST",
  url: "/api/documents/markdown",
  config: {
    access: "creator",
    roles: everybodyOfTheTeam,
    limit: { points: 120, seconds: 60 },
    recentSignIn: notNeeded.preview,
  },
  schema: {
    tags: ["Documents"],
    summary: "What Markdown means, as a document; nothing is stored",
    body: z.object({ text: longText(20_000) }),
    response: { 200: z.object({ document: z.custom<RichDocument>() }) },
  },
});
