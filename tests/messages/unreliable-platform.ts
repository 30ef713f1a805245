import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#server/clock.ts";
import type {
  ConnectedAccount,
  InboundEvent,
  OutgoingMessage,
  Platforms,
  Refusal,
  SendResult,
  SocialPlatform,
} from "#server/platforms/social-platform.ts";
import type { Faults } from "#tests/money/faults.ts";
import type { Random } from "#tests/money/random.ts";

/** What can go wrong with a call. A process can be killed before it, and after the platform has delivered. */
const faults = [
  "answer lost",
  "server error",
  "killed before",
  "killed after",
  "slow",
  "RATE_LIMITED",
  "NOT_REACHED",
  "TOKEN_INVALID",
  "WINDOW_CLOSED",
  "PERSON_UNAVAILABLE",
] as const;
export type SendFault = (typeof faults)[number];

type Call = { sendId: string; delivered: boolean; told: SendResult["status"] | "nothing" };

/** The demo platform behind a bad line: it echoes what it delivers, and keeps a book of every call. */
export type UnreliablePlatform = {
  calls: Call[];
  /** Echoes that have not been brought yet. */
  echoes: InboundEvent[];
  /** What goes wrong from now on; undefined: nothing. */
  plan(next: ((call: OutgoingMessage) => SendFault | undefined) | undefined): void;
  /** The platforms as one process reaches them. `pace` brings an echo before the call is answered, sometimes. */
  reachedFrom(faults: Faults, platforms: Platforms, early?: (echo: InboundEvent) => Promise<void>): Platforms;
};

export const randomFault = (random: Random, probability: number) => (): SendFault | undefined =>
  random.chance(probability) ? random.pick(faults) : undefined;

export function unreliablePlatform(clock: Clock): UnreliablePlatform {
  const calls: Call[] = [];
  const echoes: InboundEvent[] = [];
  let faultOf: ((call: OutgoingMessage) => SendFault | undefined) | undefined;

  async function send(
    faults: Faults,
    platform: SocialPlatform,
    account: ConnectedAccount,
    message: OutgoingMessage,
    early: ((echo: InboundEvent) => Promise<void>) | undefined,
  ): Promise<SendResult> {
    faults.pass();
    const fault = faultOf?.(message);
    if (fault === "killed before") {
      faults.kill();
      throw new Error("the process was killed");
    }
    const call: Call = { sendId: message.sendId, delivered: false, told: "nothing" };
    calls.push(call);
    const told = (result: SendResult): SendResult => {
      call.told = result.status;
      return result;
    };
    if (fault === "server error") return told({ status: "unknown", message: "500" });
    if (fault && isRefusal(fault))
      return told({ status: "refused", refusal: fault, message: "refused", retryAfterSeconds: 2 });
    const result = await platform.send(account, message);
    if (result.status !== "sent") return told(result);
    call.delivered = true;
    if (message.to.kind !== "COMMENT_PUBLICLY") {
      const echo = echoOf(account, message.to.personId, message.text, clock.now(), result.messageId);
      echoes.push(echo);
      if (fault === "slow") await early?.(echo);
    }
    if (fault === "slow") await sleep(5);
    if (fault === "killed after") {
      faults.kill();
      throw new Error("the process was killed");
    }
    return told(fault === "answer lost" ? { status: "unknown", message: "no answer" } : result);
  }

  return {
    calls,
    echoes,
    plan(next) {
      faultOf = next;
    },
    reachedFrom: (faults, platforms, early) => ({
      real: platforms.real,
      demo: (name) => {
        const platform = platforms.demo(name);
        return {
          ...platform,
          send: (account, message) => send(faults, platform, account, message, early),
          async findSent(account, sent) {
            faults.pass();
            return faultOf ? { found: "cannot-tell" } : platform.findSent(account, sent);
          },
        };
      },
    }),
  };
}

const isRefusal = (fault: SendFault): fault is SendFault & Refusal => fault === fault.toUpperCase();

/** How a platform tells of a message in the account's own name, whoever sent it. */
export const echoOf = (
  account: Pick<ConnectedAccount, "platform" | "platformUserId">,
  personId: string,
  text: string,
  occurredAt: Date,
  messageId: string = `m_${randomUUID()}`,
): InboundEvent => ({
  platform: account.platform,
  accountId: account.platformUserId,
  id: `ECHO:${messageId}`,
  kind: "ECHO",
  personId,
  personUsername: null,
  text,
  occurredAt,
  detail: { messageId },
});
