import cookie from "@fastify/cookie";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from "fastify";
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import { randomUUID } from "node:crypto";
import type { Access, Limit } from "#contract/endpoint.ts";
import type { RecentSignIn } from "#contract/recent-sign-in-reasons.ts";
import { anyPerson, type Role, type Roles } from "#contract/team/roles.ts";
import { type AnswerAtOnce, serverWith } from "./answer-at-once.ts";
import { apiHeaders, baseHeaders } from "./answer-headers.ts";
import type { Config } from "#server/config.ts";
import { readForDesk } from "#server/database/desk-reads.ts";
import { NotFound, RecentSignInRequired, Unauthorized } from "#server/errors.ts";
import { answerFailures, isAnswer, isDeskRead } from "./failures.ts";
import { normalizeForwardedAddresses } from "./forwarded-addresses.ts";
import {
  answerUnreadableAddress,
  answerUnreadableRequest,
  refuseForeignAddresses,
  refuseUnstorableText,
} from "./malformed-requests.ts";
import { refuseNetwork } from "./local-mode.ts";
import { requireRole, requireShownStore, requireStore } from "./roles.ts";
import { createLimiter, createReadLimiter, type LimitStore, type ReadLimiter } from "./rate-limits.ts";
import { isUnsafe, refuseForeignRequests } from "./request-forgery.ts";
import { cutOffSlowBodies } from "./slow-bodies.ts";

/** For calls that change something and name no limit of their own. */
const writeLimit: Limit = { points: 120, seconds: 60 };

/** Who is signed in, and for which store they act, as far as every request needs to know. */
export type SignedIn = {
  /** The creator whose store it is: in calls of `ANY_PERSON` always whoever asks, else that of the store they act for. */
  creatorId: string;
  handle: string;
  /** What they are to that store. */
  role: Role;
  /** Who asks, by their own account. */
  personId: string;
  ownHandle: string;
  /** False where the account they act for was made for an invitation, and its person hasn't opened a store. */
  hasStore: boolean;
  sessionId: string;
  /** They proved who they are within the last 15 minutes. */
  isRecent: boolean;
  /** When they last changed something; null where nobody has to know. */
  wroteAt: Date | null;
  /** They run this installation. */
  isOperator: boolean;
  /** Every visitor of a public demo is signed in to this account (`accounts/shared-demo.ts`). */
  isShared: boolean;
};

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    roles?: Roles;
    limit?: Limit;
    unlimited?: true;
    recentSignIn?: RecentSignIn;
    /** The body may take up to half an hour; whoever reads it notices a sender that falls silent. */
    longBody?: boolean;
  }
  interface FastifyRequest {
    /** Set before the handler of every `creator` and `operator` endpoint, and wherever a session cookie is valid. */
    signedIn: SignedIn | undefined;
  }
}

export type HttpOptions = {
  config: Config;
  log: FastifyBaseLogger;
  limits: LimitStore;
  /** Adds hooks before every other. */
  beforeAll?(app: FastifyInstance): void;
  /** Makes what answers requests before anything else is done for them. */
  answerAtOnce?(app: FastifyInstance, readLimiter: ReadLimiter): AnswerAtOnce;
  /** Looks the session of a request up; undefined where there is none. */
  findSignedIn(request: FastifyRequest): Promise<SignedIn | undefined>;
  /** Whether a desk's read may go to a replica; missing where there is none. */
  mayReadReplica?: ((request: FastifyRequest) => Promise<boolean>) | undefined;
};

export type App = Awaited<ReturnType<typeof createHttp>>;

/** A Fastify server that speaks the contract: zod in, zod out, access and limits checked before anything else. */
export async function createHttp({
  config,
  log,
  limits,
  beforeAll,
  answerAtOnce,
  findSignedIn,
  mayReadReplica,
}: HttpOptions) {
  const first: AnswerAtOnce[] = [(request, response) => refuseNetwork(config, request, response)];
  const app = Fastify({
    serverFactory: serverWith(first, baseHeaders(config), log),
    loggerInstance: log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // Where none is trusted nobody reads what they say, and an address costs nothing to find.
    trustProxy: config.trustedProxies > 0 && ((_address, hop) => hop < config.trustedProxies),
    bodyLimit: 100_000,
    // For uploads; every other body has 30 s (see slow-bodies.ts).
    requestTimeout: 1_800_000,
    connectionTimeout: 0,
    genReqId: () => randomUUID(),
    // Every line names its request itself: a logger for each of them would be made for nothing.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: answerUnreadableAddress,
    clientErrorHandler: answerUnreadableRequest,
  }).withTypeProvider<ZodTypeProvider>();

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  beforeAll?.(app);
  // What a form of another site can send without asking is no JSON.
  app.removeContentTypeParser("text/plain");
  await app.register(cookie);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Openstall", version: "1", description: "Every call that the web app makes." },
    },
    // Who may call it stands beside each operation, for the page that shows them.
    transform: (described) => {
      const { schema, url } = jsonSchemaTransform(described);
      const { access, roles } = described.route.config ?? {};
      const callers = roles === undefined || roles === anyPerson ? roles : ["OWNER", ...roles];
      return { schema: { ...schema, "x-access": access, ...(callers && { "x-roles": callers }) }, url };
    },
  });
  answerFailures(app);

  // Nobody forgets to say who may call: such a route cannot even be added.
  app.addHook("onRoute", ({ url, method, config: route }) => {
    if (url.startsWith("/api/") && !route?.access)
      throw new Error(`${url} names no access: declare it in the contract`);
    if (route?.access === "creator" && !route.roles)
      throw new Error(`${url} names no roles: declare them in the contract`);
    const changes = [method].flat().some((one) => one !== "GET" && one !== "HEAD");
    const isSigned = route?.access === "creator" || route?.access === "operator";
    if (isSigned && changes && !route.recentSignIn)
      throw new Error(`${url} doesn't say whether it needs a recent sign-in: declare it in the contract`);
  });

  app.decorateRequest("signedIn", undefined);
  const withinLimit = createLimiter(limits, config.rateLimitFactor);
  const readLimiter = createReadLimiter(limits, config.rateLimitFactor);
  if (answerAtOnce) first.push(answerAtOnce(app, readLimiter));

  normalizeForwardedAddresses(app, config.trustedProxies);
  cutOffSlowBodies(app);
  refuseUnstorableText(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ "x-request-id": request.id, ...baseHeaders(config) });
    refuseForeignRequests(request, config);
    const { access, roles, limit, unlimited, recentSignIn } = request.routeOptions.config;
    if (!access) return;
    reply.headers(apiHeaders);
    // `local-mode.ts` has refused whoever isn't at this machine.
    if (access === "local" && config.mode !== "local") throw NotFound();
    if (access === "demo" && !config.demo) throw NotFound();
    const isOfMachine = config.mode === "local" && (access === "local" || access === "demo");
    const signedIn = await findSignedIn(request);
    const isOfPerson = roles === anyPerson || access === "operator";
    request.signedIn = signedIn && isOfPerson ? asThemselves(signedIn) : signedIn;
    if (unlimited || isOfMachine) return;
    if ((access === "creator" || access === "operator") && !request.signedIn) {
      await readLimiter.within(request);
      throw Unauthorized();
    }
    if (limit) await withinLimit(request, limit);
    else if (isUnsafe(request)) await withinLimit(request, writeLimit);
    else await readLimiter.within(request);
    if (access === "operator" && !request.signedIn?.isOperator) throw NotFound();
    if (request.signedIn && roles) {
      if (roles !== anyPerson) requireShownStore(request, request.signedIn);
      requireRole(request.signedIn, roles);
      if (isUnsafe(request)) requireStore(request.signedIn, roles);
    }
    if (recentSignIn === "required" && request.signedIn) requireRecentSignIn(request.signedIn);
  });

  refuseForeignAddresses(app);

  // From here on a desk's read takes the connections that desks have; who asks has been settled on those of all.
  const replicaReads = new WeakSet<FastifyRequest>();
  if (mayReadReplica)
    app.addHook("preHandler", async (request) => {
      if (isDeskRead(request) && (await mayReadReplica(request))) replicaReads.add(request);
    });
  app.addHook("preHandler", (request, _reply, done) => {
    if (isDeskRead(request)) readForDesk(done, replicaReads.has(request) ? "replica" : "primary");
    else done();
  });

  app.addHook("onResponse", (request, reply, done) => {
    const failed = reply.statusCode >= 500 && !isAnswer(request.failureCode);
    if (failed || config.requestLog || request.log.level === "debug") {
      // The route's template, never its address: addresses carry e-mails and tokens.
      const route = request.routeOptions.url ?? "(none)";
      const { span } = request;
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      request.log[failed ? "error" : config.requestLog ? "info" : "debug"](
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms,
          reqId: request.id,
          ...(span && { traceId: span.traceId }),
        },
        "request",
      );
    }
    done();
  });

  return app;
}

/** Who is signed in; only for handlers of `creator` endpoints. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw Unauthorized();
  return request.signedIn;
}

/** For what asks for a recent sign-in only at times (`required when …`). Throws 403 where the last one is older. */
export function requireRecentSignIn({ isRecent }: Pick<SignedIn, "isRecent">): void {
  if (!isRecent) throw RecentSignInRequired();
}

/** The id of the creator whose store the request is about; only for handlers of `creator` endpoints. */
export const creatorOf = (request: FastifyRequest): string => signedInOf(request).creatorId;

/** The id of whoever asks, whatever store they act for; only for handlers of `creator` endpoints. */
export const personOf = (request: FastifyRequest): string => signedInOf(request).personId;

/** The same person with their own store alone: what is about them never meets the one they act for. */
const asThemselves = (signedIn: SignedIn): SignedIn => ({
  ...signedIn,
  creatorId: signedIn.personId,
  handle: signedIn.ownHandle,
  role: "OWNER",
});
