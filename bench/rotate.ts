import autocannon from "autocannon";
import { cpuMicroseconds, postgresPids } from "./processes.ts";

/** One thing to measure: where requests go and, for CPU time, who answers. */
export type Contender = { name: string; pid: number; request: autocannon.Options };
export type Figures = {
  name: string;
  perSecond: number;
  p99: number;
  nodeMicroseconds: number;
  postgresMicroseconds: number;
  failures: number;
  ratio: number;
};

/** What was measured of one contender in one window of time. */
export type Window = Omit<Figures, "name" | "ratio">;

/**
 * Loads the contenders in turn, window by window, so that noise of the machine meets all of them. Figures are medians of
 * the windows; `ratio` is the median of each round's rate to the first contender's in the same round.
 */
export async function rotate(
  contenders: Contender[],
  {
    connections,
    rounds,
    seconds,
    postmaster,
  }: { connections: number; rounds: number; seconds: number; postmaster: number },
): Promise<Figures[]> {
  const windows: Window[][] = contenders.map(() => []);
  for (const contender of contenders) await load(contender, connections, 1, postmaster);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const index = (turn + round) % contenders.length;
      const contender = contenders[index];
      if (contender) windows[index]?.push(await load(contender, connections, seconds, postmaster));
    }
  }
  return contenders.map(({ name }, index) => {
    const own = windows[index] ?? [];
    const of = (key: keyof Window) => median(own.map((window) => window[key]));
    return {
      name,
      perSecond: of("perSecond"),
      p99: of("p99"),
      nodeMicroseconds: of("nodeMicroseconds"),
      postgresMicroseconds: of("postgresMicroseconds"),
      failures: own.reduce((sum, window) => sum + window.failures, 0),
      ratio: median(
        own.map((window, round) => window.perSecond / (windows[0]?.[round]?.perSecond ?? Number.NaN)),
      ),
    };
  });
}

async function load(
  { pid, request }: Contender,
  connections: number,
  seconds: number,
  postmaster: number,
): Promise<Window> {
  const before = { node: cpuMicroseconds([pid]), postgres: cpuMicroseconds(postgresPids(postmaster)) };
  const result = await autocannon({ ...request, connections, duration: seconds });
  const answered = Math.max(1, result["2xx"]);
  return {
    perSecond: answered / result.duration,
    p99: result.latency.p99,
    nodeMicroseconds: (cpuMicroseconds([pid]) - before.node) / answered,
    postgresMicroseconds: (cpuMicroseconds(postgresPids(postmaster)) - before.postgres) / answered,
    failures: result.non2xx + result.errors,
  };
}

/** The medians of windows, and of their ratios to the windows of the floor in the same rounds. */
export function summary(name: string, windows: Window[], floors: Window[]): Figures {
  const of = (key: keyof Window) => median(windows.map((window) => window[key]));
  return {
    name,
    perSecond: of("perSecond"),
    p99: of("p99"),
    nodeMicroseconds: of("nodeMicroseconds"),
    postgresMicroseconds: of("postgresMicroseconds"),
    failures: windows.reduce((sum, window) => sum + window.failures, 0),
    ratio: median(
      windows.map((window, round) => window.perSecond / (floors[round]?.perSecond ?? Number.NaN)),
    ),
  };
}

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
