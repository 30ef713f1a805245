import { variableNames } from "#server/config.ts";
import { type Finding, warning } from "./finding.ts";

/** What programs of others are set by, and looks like ours. */
const others = /^(HOSTNAME|HOSTTYPE|X_SCLS|S3_SESSION_TOKEN)$/;
/** A name that begins so was meant for us. */
const prefixes =
  /^(DATABASE|S3|SMTP|MAIL|STRIPE|OIDC|META|INSTAGRAM|METRICS|PAYOUT|APP|PUBLIC|OPENSTALL|OPERATOR|FRONT|OTEL)_/;

/** Variables that nobody reads, and that are nearly what somebody does: a letter is wrong. */
export function checkVariables(environment: NodeJS.ProcessEnv): Finding[] {
  const known = new Set(variableNames);
  return Object.keys(environment)
    .filter((name) => !known.has(name) && !others.test(name) && environment[name])
    .flatMap((name) => {
      const [near] = variableNames
        .map((meant) => ({ meant, distance: distanceOf(name, meant) }))
        .toSorted((a, b) => a.distance - b.distance);
      const isNear = near !== undefined && name.length >= 6 && near.distance <= 2;
      if (isNear) return [warning(`${name} is read by nobody: did you mean ${near.meant}?`)];
      return prefixes.test(name)
        ? [warning(`${name} is read by nobody: docs/going-live.md has all variables`)]
        : [];
    });
}

/** How many letters have to be changed, added or taken away, or swapped with the next, to make one of the other. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
