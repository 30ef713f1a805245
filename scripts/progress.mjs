/** What the command-line programs print: one line per step, with the time it took. */

const terminal = process.stdout.isTTY ?? false;
const paint = (/** @type {number} */ code) => (/** @type {string} */ text) =>
  terminal && !process.env["NO_COLOR"] ? `\u001b[${code}m${text}\u001b[0m` : text;

export const green = paint(32);
export const red = paint(31);
export const dim = paint(2);
export const bold = paint(1);

/** Seconds since a `performance.now()` reading, as "3.2 s". */
export const since = (/** @type {number} */ start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/**
 * Runs one long step, saying that it is still alive: a line that rewrites itself on a terminal, a line every
 * ten seconds elsewhere.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {() => string} [detail] what to add to the line, such as "340 of 612 packages"
 * @returns {Promise<T>}
 */
export async function withProgress(name, work, detail = () => "") {
  const start = performance.now();
  const line = () => `… ${name} ${dim([since(start), detail()].filter(Boolean).join(", "))}`;
  console.log(`… ${name}`);
  const timer = setInterval(
    () => (terminal ? process.stdout.write(`\r\u001b[2K${line()}`) : console.log(line())),
    terminal ? 200 : 10_000,
  );
  const finish = (/** @type {string} */ mark) => {
    clearInterval(timer);
    console.log(`${terminal ? "\r\u001b[2K" : ""}${mark} ${name} ${dim(since(start))}`);
  };
  try {
    const result = await work();
    finish(green("✓"));
    return result;
  } catch (error) {
    finish(red("✗"));
    throw error;
  }
}

/** A failure that is explained to the reader in its own words, without a stack. */
export class Explained extends Error {}

/**
 * Runs a program's main function; an Explained error is printed plainly and ends it with status 1.
 * @param {() => Promise<number>} main returns the exit status
 */
export async function run(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Explained ? `\n${red("✗")} ${error.message}` : error);
    process.exitCode = 1;
  }
}
