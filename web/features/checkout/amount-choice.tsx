import { useEffect, useState } from "react";
import { amountProblem } from "#contract/catalog/own-price.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { readNumber } from "#web/ui/typed-number.ts";
import type { Product } from "./cart.ts";
import { ownAmountName } from "./lead-to.ts";

type Props = {
  /** As it is offered, whatever is chosen. */
  product: Product;
  /** In cents; null: what is suggested. */
  chosen: number | null;
  /** Why the server did not take what was chosen. */
  problem: string | undefined;
  /** Undefined while what is typed is no amount that can be paid, and why; or not a whole one yet. */
  onChoose: (amountCents: number | undefined, problem?: string) => void;
};

/** What the buyer pays: the least, what is suggested, or an amount of their own, typed as people type it. */
export function AmountChoice({ product, chosen, problem, onChoose }: Props) {
  const { priceCents: leastCents, suggestedPriceCents, currency } = product;
  const suggestedCents = suggestedPriceCents ?? leastCents;
  const amountCents = chosen ?? suggestedCents;
  const money = (cents: number) => formatMoney(cents, currency);
  const isListed = amountCents === leastCents || amountCents === suggestedCents;
  const [isOwn, setOwn] = useState(!isListed);
  const [text, setText] = useState(isListed ? "" : typedAs(amountCents));
  const [isLeft, setLeft] = useState(false);
  const typed = typedAmount(text, product, money);
  // Another tab, or the server, has chosen another amount than the one that stands here.
  const [seen, setSeen] = useState(amountCents);
  if (seen !== amountCents) {
    setSeen(amountCents);
    if (!isOwn || typed.cents !== amountCents) {
      setOwn(!isListed);
      setText(isListed ? "" : typedAs(amountCents));
    }
  }

  const take = (next: string) => {
    const { cents, problem } = typedAmount(next, product, money);
    if (cents !== amountCents) onChoose(cents, problem);
  };
  // What stands still for a moment is meant.
  useEffect(() => {
    if (!isOwn || typed.cents === undefined || typed.cents === amountCents) return;
    const timer = setTimeout(() => onChoose(typed.cents), 500);
    return () => clearTimeout(timer);
  }, [isOwn, typed.cents, amountCents, onChoose]);

  const choices = [
    {
      cents: leastCents,
      label: leastCents === 0 ? "Nothing" : money(leastCents),
      note: leastCents === 0 ? "It is yours for free" : "The least",
    },
    ...(suggestedCents > leastCents
      ? [{ cents: suggestedCents, label: money(suggestedCents), note: "Suggested" }]
      : []),
  ];
  return (
    <fieldset className="mt-1 mb-3 grid gap-2 lg:mt-4">
      <legend className="mb-2 text-sm font-medium">Pay what you want</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2">
        {choices.map(({ cents, label, note }) => (
          <Choice
            key={cents}
            label={label}
            note={note}
            checked={!isOwn && amountCents === cents}
            onChoose={() => {
              setOwn(false);
              setText("");
              onChoose(cents);
            }}
          />
        ))}
        <Choice
          label="Another amount"
          note="You say"
          checked={isOwn}
          onChoose={() => {
            setOwn(true);
            setLeft(false);
            onChoose(undefined);
          }}
        />
      </div>
      {isOwn && (
        <Field
          label="Your amount"
          hint={leastCents > 0 ? `In US dollars, ${money(leastCents)} or more.` : "In US dollars."}
          error={(isLeft ? typed.problem : undefined) ?? problem}
          aside={typed.cents === undefined ? undefined : `= ${money(typed.cents)}`}
        >
          <Input
            prefix="$"
            name={ownAmountName}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setLeft(false);
              const next = typedAmount(event.target.value, product, money);
              if (next.cents === amountCents) onChoose(amountCents);
              else onChoose(undefined, next.problem);
            }}
            onBlur={() => {
              setLeft(true);
              take(text);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              setLeft(true);
              take(text);
            }}
          />
        </Field>
      )}
      {!isOwn && problem && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

type ChoiceProps = { label: string; note: string; checked: boolean; onChoose: () => void };

function Choice({ label, note, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-start gap-2 rounded-xl border border-border p-3 text-sm has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:ring-2">
      <input
        type="radio"
        name="amount"
        className="mt-0.5 size-4 shrink-0 accent-brand outline-none"
        checked={checked}
        onChange={onChoose}
      />
      <span className="sr-only">Pay: </span>
      <span className="grid min-w-0">
        <span className="font-medium">{label}</span>
        <span className="text-muted-foreground">{note}</span>
      </span>
    </label>
  );
}

const typedAs = (cents: number) => (cents / 100).toFixed(2);

/** The amount that a text says, or why it is none that can be paid. */
function typedAmount(
  text: string,
  product: Product,
  money: (cents: number) => string,
): { cents?: number; problem?: string } {
  const read = readNumber(text, "money");
  if ("problem" in read) return { problem: read.problem };
  if (read.value === null) return { problem: "Type what you want to pay" };
  const problem = amountProblem(product, read.value, money);
  return problem === undefined ? { cents: read.value } : { problem };
}
