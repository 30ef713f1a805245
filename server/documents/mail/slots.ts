import type { MailPlaceholder } from "#contract/document/mail-placeholders.ts";
import { closeEnd } from "#server/mail/hostile-words.ts";

/**
 * A place of a mail that is other for each recipient, and what stands there where nothing is known. `isOpen`: words follow at
 * once that would make an address of its end.
 */
export type Slot = { name: MailPlaceholder | "unsubscribe" | "mark"; fallback: string; isOpen?: boolean };
/** What fills the places of a mail. */
export type SlotValues = Partial<Record<Slot["name"], string | null>>;

/** A mail cut at its slots. A number is how many parts to leave out where there is no code. */
export type Template = (string | number | Slot)[];

// No text holds these: control characters are taken out of what is read from outside.
const [from, to, withCode, withCodeEnd] = ["\u0001", "\u0002", "\u0003", "\u0004"] as const;
const aSlot = new RegExp(`${from}(\\d+)${to}`, "g");
const seams = new RegExp(`(${from}\\d+${to}|${withCode}|${withCodeEnd})`);

/** Gathers the slots of one mail while its parts are written. */
export class Slots {
  readonly #slots: Slot[] = [];

  /** What stands in the written part for this slot until `cut`. */
  mark(slot: Slot): string {
    this.#slots.push(slot);
    return `${from}${this.#slots.length - 1}${to}`;
  }

  /** A part that is left out for whom no code was made. */
  onlyWithCode = (part: string): string => `${withCode}${part}${withCodeEnd}`;

  /** Whether a written part has a code in it without words in its place, and whether it is nothing else. */
  codeIn(part: string): "none" | "some" | "all" {
    const [code] = Array.from(part.matchAll(aSlot), ([mark, index]) => ({
      mark,
      slot: this.#slots[Number(index)],
    })).filter(({ slot }) => slot?.name === "code" && slot.fallback === "");
    if (!code) return "none";
    return code.mark === part ? "all" : "some";
  }

  /** The written mail as a template. */
  cut(written: string): Template {
    const template: Template = [];
    let opened = -1;
    for (const piece of written.split(seams)) {
      if (piece === withCode) opened = template.push(0) - 1;
      else if (piece === withCodeEnd) template[opened] = template.length - opened - 1;
      else if (piece.startsWith(from)) template.push(this.#slots[Number(piece.slice(1, -1))] ?? "");
      else if (piece !== "") template.push(piece);
    }
    return template;
  }
}

/** The mail of one recipient. Each value passes `write`, and is not looked at again. */
export function fillTemplate(
  template: Template,
  values: SlotValues,
  write: (value: string) => string = (value) => value,
): string {
  let filled = "";
  for (let index = 0; index < template.length; index++) {
    const part = template[index];
    if (typeof part === "string") filled += part;
    else if (typeof part === "number") index += values.code ? 0 : part;
    else if (part) {
      const value = values[part.name] || part.fallback;
      filled += write(part.isOpen ? closeEnd(value) : value);
    }
  }
  return filled;
}
