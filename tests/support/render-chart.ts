import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";

type Scope = { [name: string]: unknown };

/**
 * What Helm would make of a chart's templates, as far as ours go: values, `include`, `if`, `range`, `required`, `default`, `quote`,
 * `toYaml` and `nindent`. Throws for anything else, for a value that is missing, and for what is no YAML then.
 */
export function renderChart(folder: string, values: Scope): Record<string, unknown>[] {
  const chart = parse(readFileSync(join(folder, "Chart.yaml"), "utf8")) as { appVersion: string };
  const root: Scope = {
    Values: merged(parse(readFileSync(join(folder, "values.yaml"), "utf8")) as Scope, values),
    Chart: { AppVersion: chart.appVersion },
    Release: { Name: "shop" },
  };
  const files = readdirSync(join(folder, "templates")).toSorted();
  const texts = files.map((name) => readFileSync(join(folder, "templates", name), "utf8"));
  const defined = new Map<string, string>();
  for (const text of texts)
    for (const [, name = "", body = ""] of text.matchAll(
      /\{\{-? define "([^"]+)" -?\}\}([\s\S]*?)\n?\{\{- end \}\}(?=\n\n|\n*$)/g,
    ))
      defined.set(name, body);
  return files.flatMap((name, index) => {
    if (name.startsWith("_")) return [];
    return parseAllDocuments(new Rendering(root, defined).render(texts[index] ?? "", {})).map((document) => {
      if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join(", ")}`);
      return document.toJS() as Record<string, unknown>;
    });
  });
}

/** Of two, the second where both say something. */
function merged(under: Scope, over: Scope): Scope {
  const isScope = (value: unknown): value is Scope =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const both = Object.entries(over).map(([name, value]) => {
    const below = under[name];
    return [name, isScope(below) && isScope(value) ? merged(below, value) : value] as const;
  });
  return { ...under, ...Object.fromEntries(both) };
}

const tag = /(\s*)\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}(\s*)/;

class Rendering {
  readonly #root: Scope;
  readonly #defined: ReadonlyMap<string, string>;

  constructor(root: Scope, defined: ReadonlyMap<string, string>) {
    this.#root = root;
    this.#defined = defined;
  }

  render(text: string, variables: Scope): string {
    let out = "";
    let rest = text;
    for (let found = tag.exec(rest); found; found = tag.exec(rest)) {
      const [whole, before = "", trimsLeft, words = "", trimsRight, after = ""] = found;
      out += rest.slice(0, found.index) + (trimsLeft ? "" : before);
      rest = (trimsRight ? "" : after) + rest.slice(found.index + whole.length);
      const [word] = words.split(" ");
      if (words.startsWith("/*")) continue;
      if (word !== "if" && word !== "range") {
        out += this.#print(words, variables);
        continue;
      }
      const { body, otherwise, next } = blockOf(rest);
      rest = next;
      if (word === "if") {
        out += this.render(isTrue(this.#value(words.slice(3), variables)) ? body : otherwise, variables);
        continue;
      }
      const [, name = "", value = "", list = ""] = /^range (\$\w+), (\$\w+) := (.+)$/.exec(words) ?? [];
      for (const [key, one] of Object.entries(this.#value(list, variables) as Scope))
        out += this.render(body, { ...variables, [name]: key, [value]: one });
    }
    return out + rest;
  }

  #print(words: string, variables: Scope): string {
    const value = this.#value(words, variables);
    if (!["string", "number", "boolean"].includes(typeof value)) throw new Error(`${words} gives no text`);
    return String(value);
  }

  #value(words: string, variables: Scope): unknown {
    const [first = "", ...pipes] = words.split(" | ");
    return pipes.reduce(
      (value: unknown, pipe) => this.#piped(value, pipe, variables),
      this.#first(first, variables),
    );
  }

  #first(words: string, variables: Scope): unknown {
    const [, name] = /^include "([^"]+)" \.$/.exec(words) ?? [];
    if (name !== undefined) {
      const body = this.#defined.get(name);
      if (body === undefined) throw new Error(`there is no template ${name}`);
      return this.render(body, {}).replace(/^\n/, "");
    }
    const [, message, needed] = /^required "([^"]+)" (\S+)$/.exec(words) ?? [];
    if (needed !== undefined) {
      const value = this.#look(needed, variables);
      if (value === undefined || value === "") throw new Error(message);
      return value;
    }
    const [, source] = /^toYaml (\S+)$/.exec(words) ?? [];
    return source === undefined
      ? this.#look(words, variables)
      : stringify(this.#look(source, variables)).trimEnd();
  }

  #look(path: string, variables: Scope): unknown {
    if (path.startsWith("$")) return variables[path];
    if (!/^(\.\w+)+$/.test(path)) throw new Error(`${path} is not understood`);
    const found = path
      .slice(1)
      .split(".")
      .reduce<unknown>((at, name) => (at as Scope | undefined)?.[name], this.#root);
    if (found === undefined) throw new Error(`${path} has no value`);
    return found;
  }

  #piped(value: unknown, pipe: string, variables: Scope): unknown {
    const [name, argument = ""] = pipe.split(" ");
    if (name === "quote") return JSON.stringify(String(value));
    if (name === "default") return value === "" ? this.#look(argument, variables) : value;
    if (name !== "nindent") throw new Error(`${pipe} is not understood`);
    const space = " ".repeat(Number(argument));
    return `\n${String(value)
      .split("\n")
      .map((line) => space + line)
      .join("\n")}`;
  }
}

/** What stands before the `end` of a block that has just begun, before and after its `else`, and what follows. */
function blockOf(text: string): { body: string; otherwise: string; next: string } {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const found of text.matchAll(/\s*\{\{- (if|range|else|end)\b[^}]*\}\}/g)) {
    const [whole, word] = found;
    if (word === "if" || word === "range") depth += 1;
    else if (word === "else" && depth === 0) {
      parts.push(text.slice(from, found.index));
      from = found.index + whole.length;
    } else if (word === "end" && depth-- === 0) {
      parts.push(text.slice(from, found.index));
      return {
        body: parts[0] ?? "",
        otherwise: parts[1] ?? "",
        next: text.slice(found.index + whole.length),
      };
    }
  }
  throw new Error("a block has no end");
}

const isTrue = (value: unknown): boolean =>
  value !== "" &&
  value !== false &&
  value !== undefined &&
  value !== 0 &&
  !(typeof value === "object" && value !== null && Object.keys(value).length === 0);
