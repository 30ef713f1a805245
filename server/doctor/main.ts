import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";

// Usage: npm run doctor, with the environment of the server. Says what is wrong with it; ends with status 1 if anything is.
const marks: Record<Finding["level"], string> = { fine: "✓", question: "?", warning: "!", problem: "✗" };

async function main(): Promise<void> {
  const findings = await examine(process.env);
  const problems = findings.filter(({ level }) => level === "problem").length;
  process.stdout.write(findings.map(({ level, text }) => `${marks[level]} ${text}\n`).join(""));
  process.stdout.write(
    problems === 0
      ? "\nNothing stands in the way.\n"
      : `\n${problems} ${problems === 1 ? "problem" : "problems"}: see docs/going-live.md.\n`,
  );
  if (problems > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
