import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import * as schema from "#server/database/schema/tables.ts";
import { GatewayError, type PaymentGateway } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import type { Random } from "./random.ts";

/** What goes wrong, and how often: probabilities of each call, and after how many calls the process dies. */
export type FaultPlan = {
  random: Random;
  /** The provider does not answer; half of the time it has done what was asked. */
  provider: number;
  /** The connection is lost while COMMIT is under way; half of the time it has committed. */
  commit: number;
  /** The connection is lost at a statement, before it ran. */
  statement: number;
  /** kill -9 at this call to the database or the provider; undefined: not at all. */
  killAtCall?: number | undefined;
};

/** What a bug in our code would do: statements that say `find` say `replace`, calls to the provider are bent. */
export type PlantedBug = {
  statement?: { find: string; replace: string };
  gateway?: (gateway: PaymentGateway) => Partial<PaymentGateway>;
};

/** What goes wrong between an app and all it talks to. `heal` ends it, and restarts a process that was killed. */
export type Faults = {
  between: (services: Services) => Services;
  plan(plan: FaultPlan | undefined): void;
  /** The services as the app sees them. */
  services(): Services;
  /** Whether the process is dead: nothing it does reaches anything any more. */
  isDead(): boolean;
  /** Counts a call that something else makes in this process. Throws in a dead process. */
  pass(): void;
  /** kill -9, now. */
  kill(): void;
  heal(): void;
  plant(bug: PlantedBug | undefined): void;
};

type Query = pg.QueryConfig | string;

export function createFaults(): Faults {
  let plan: FaultPlan | undefined;
  let bug: PlantedBug | undefined;
  let calls = 0;
  let dead = false;
  let faced: Services | undefined;

  /** Counts a call; a dead process makes none. */
  function pass(): void {
    if (plan?.killAtCall !== undefined && ++calls >= plan.killAtCall) dead = true;
    if (dead) throw killed();
  }
  const strikes = (probability: number) => plan !== undefined && plan.random.chance(probability);

  function bent(query: Query): Query {
    const statement = bug?.statement;
    const text = typeof query === "string" ? query : query.text;
    if (!statement || !text.includes(statement.find)) return query;
    const bad = text.replace(statement.find, statement.replace);
    if (typeof query === "string") return bad;
    // Another text needs another name to be prepared under.
    return { ...query, text: bad, ...(query.name && { name: `${query.name}_${bad.length}` }) };
  }

  function faultyClient(client: pg.PoolClient): pg.PoolClient {
    let broken: Error | undefined;
    return new Proxy(client, {
      get(target, property) {
        if (property === "release")
          return (error?: Error | boolean) => target.release(broken ?? (dead ? killed() : error));
        if (property !== "query") return Reflect.get(target, property) as unknown;
        return async (query: Query, values?: unknown[]) => {
          if (broken) throw broken;
          pass();
          if (query === "commit" && strikes(plan?.commit ?? 0)) {
            if (plan?.random.chance(0.5)) await target.query("commit");
            throw (broken = lost());
          }
          if (query !== "commit" && strikes(plan?.statement ?? 0)) throw (broken = lost());
          const result = await target.query(bent(query) as string, values);
          // Killed while the statement ran: nobody hears of its result.
          if (dead) throw killed();
          return result;
        };
      },
    });
  }

  function faultyPool(pool: pg.Pool): pg.Pool {
    return new Proxy(pool, {
      get(target, property) {
        if (property === "connect") return async () => (pass(), faultyClient(await target.connect()));
        if (property !== "query") {
          const value = Reflect.get(target, property) as unknown;
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        }
        return async (query: Query, values?: unknown[]) => {
          pass();
          if (strikes(plan?.statement ?? 0)) {
            // A statement by itself commits by itself: half of the time it has.
            if (plan?.random.chance(0.5)) await target.query(bent(query) as string, values);
            throw lost();
          }
          const result = await target.query(bent(query) as string, values);
          if (dead) throw killed();
          return result;
        };
      },
    });
  }

  function faultyGateway(gateway: PaymentGateway): PaymentGateway {
    const call = (target: object, name: string | symbol, method: (...args: unknown[]) => unknown) => {
      if (name === "readWebhook") return method.bind(target);
      if (/^list[A-Z]/.test(String(name)))
        return async function* (...args: unknown[]) {
          pass();
          if (strikes(plan?.provider ?? 0)) throw silent();
          yield* method.apply(target, args) as AsyncIterable<unknown>;
        };
      return async (...args: unknown[]) => {
        pass();
        const fails = strikes(plan?.provider ?? 0);
        if (fails && plan?.random.chance(0.5)) throw silent();
        const bentMethod = bug?.gateway?.(gateway)[name as keyof PaymentGateway] as typeof method | undefined;
        const answer = await (bentMethod ?? method).apply(target, args);
        if (dead) throw killed();
        if (fails) throw silent();
        return answer;
      };
    };
    const faulty = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(inner, name) {
          const value = Reflect.get(inner, name) as unknown;
          if (typeof value === "function") return call(inner, name, value as never);
          return typeof value === "object" && value !== null ? faulty(value) : value;
        },
      });
    return faulty(gateway);
  }

  return {
    between(services) {
      const pool = faultyPool(services.pool);
      faced = {
        ...services,
        pool,
        db: drizzle({ client: pool, schema }),
        payments: faultyGateway(services.payments),
      };
      return faced;
    },
    plan(next) {
      plan = next;
      calls = 0;
    },
    services() {
      if (!faced) throw new Error("no app stands behind these faults yet");
      return faced;
    },
    isDead: () => dead,
    pass,
    kill() {
      dead = true;
    },
    heal() {
      plan = undefined;
      dead = false;
      calls = 0;
    },
    plant(next) {
      bug = next;
    },
  };
}

const killed = () => new Error("the process was killed");
const lost = () => Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
const silent = () => new GatewayError("unavailable", "The provider did not answer", true);
