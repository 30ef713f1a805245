import type { ChildProcess } from "node:child_process";
import type pg from "pg";
import { hashToken } from "#server/secrets/secrets.ts";
import { type Learner, makeLearners } from "./learners.ts";
import type { Contender } from "./rotate.ts";
import { randomAddress } from "./whole-sales.ts";

type Server = { port: number; process: ChildProcess };

/** What a proven buyer reads most, each beside its bare prepared queries behind plain Fastify: `[floor, ours]`. */
export async function lessonReads(pool: pg.Pool, floor: Server, ours: Server) {
  const { courseId, lessonIds, learners } = await makeLearners(pool, 200, 12);
  const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const reads = (name: string, { port, process }: Server, path: (learner: Learner) => string): Contender => ({
    name,
    pid: process.pid ?? 0,
    request: {
      url: `http://127.0.0.1:${port}`,
      requests: [
        {
          setupRequest: (request: object) => {
            const learner = any(learners);
            // Everybody from where they are, so that calls are counted for each as they would be.
            const headers = { cookie: `buyer=${learner.token}`, "x-forwarded-for": randomAddress() };
            return { ...request, path: path(learner), headers };
          },
        },
      ],
    },
  });
  const hash = ({ token }: Learner) => hashToken(token);
  return {
    access: [
      reads("Fastify, the gate's prepared query", floor, (who) => `/access/${courseId}/${hash(who)}`),
      reads(
        "Openstall GET /api/access/{productId}/{email}",
        ours,
        ({ email }) => `/api/access/${courseId}/${email}`,
      ),
    ],
    lesson: [
      reads(
        "Fastify, the lesson's two prepared queries",
        floor,
        (who) => `/lesson/${any(lessonIds)}/${hash(who)}`,
      ),
      reads(
        "Openstall GET /api/lessons/{lessonId}/{email}",
        ours,
        ({ email }) => `/api/lessons/${any(lessonIds)}/${email}`,
      ),
    ],
    library: [
      reads("Fastify, the library's four prepared queries", floor, (who) => `/library/${hash(who)}`),
      reads("Openstall GET /api/library", ours, () => "/api/library"),
    ],
  } satisfies Record<string, [Contender, Contender]>;
}
