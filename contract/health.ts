import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const tags = ["Operation"];

export const getHealth = endpoint({
  method: "GET",
  url: "/api/health",
  config: { access: "public", unlimited: true },
  schema: { tags, summary: "The process is up", response: { 200: z.object({ status: z.literal("up") }) } },
});

export const getReadiness = endpoint({
  method: "GET",
  url: "/api/ready",
  config: { access: "public", unlimited: true },
  schema: {
    tags,
    summary: "Whether this process serves, and what is wrong with the installation",
    querystring: z.object({
      /** Answers 503 also where something is wrong that pages do without: for who watches, never for who shares requests out. */
      strict: z.enum(["true", "false"]).optional(),
    }),
    response: {
      200: z.object({
        status: z.enum(["ready", "degraded"]),
        /** Each a sentence; empty where nothing is wrong. */
        problems: z.array(z.string()),
      }),
    },
  },
});

export const getOpenApi = endpoint({
  method: "GET",
  url: "/api/openapi.json",
  config: { access: "public" },
  schema: { tags, summary: "This description of the API, as OpenAPI 3.1" },
});
