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
    summary: "Database, migrations and jobs are ready",
    response: { 200: z.object({ status: z.literal("ready") }) },
  },
});

export const getOpenApi = endpoint({
  method: "GET",
  url: "/api/openapi.json",
  config: { access: "public" },
  schema: { tags, summary: "This description of the API, as OpenAPI 3.1" },
});
