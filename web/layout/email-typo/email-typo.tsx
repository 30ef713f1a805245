import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";

type Props = {
  /** The address, once its field was left; empty while it is being typed. */
  email: string;
  /** Takes the address as it was probably meant. */
  onTake: (email: string) => void;
};

type Suggestion = { email: string; typed: string; meant: string; corrected: string };

/** 'Did you mean gmail.com?' beneath a field in which a buyer has typed an address. It stops nobody. */
export function EmailTypo({ email, onTake }: Props) {
  const [suggestion, setSuggestion] = useState<Suggestion>();
  useEffect(() => {
    if (!email || !email.includes("@")) return;
    // Not at once: it must not move a button away from beneath the finger that has just left the field.
    const timer = setTimeout(() => {
      void suggestionFor(email).then(setSuggestion, () => {});
    }, 400);
    return () => clearTimeout(timer);
  }, [email]);

  if (!suggestion || suggestion.email !== email) return null;
  const { typed, meant, corrected } = suggestion;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span className="basis-full text-warning-soft-foreground sm:basis-auto">Did you mean {meant}?</span>
      <Button size="sm" variant="outline" onClick={() => onTake(corrected)}>
        Use {meant}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          dismiss(typed);
          setSuggestion(undefined);
        }}
      >
        Keep {typed}
      </Button>
    </div>
  );
}

async function suggestionFor(email: string): Promise<Suggestion | undefined> {
  const { meantDomain, withDomain } = await import("./email-typos.ts");
  const found = meantDomain(email);
  if (!found || dismissed().includes(found.typed)) return undefined;
  return { email, ...found, corrected: withDomain(email, found.meant) };
}

const storageKey = "openstall:right-domains";

/** Domains that somebody here has said are right. */
function dismissed(): string[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "[]") as string[];
  } catch {
    return [];
  }
}

function dismiss(domain: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...dismissed(), domain].slice(-20)));
  } catch {
    // Then it is asked again.
  }
}
