import { useState } from "react";
import type { AudienceCondition } from "#contract/mailings/audience.ts";
import { zoneText } from "#contract/dates.ts";
import { TagOptions } from "#web/layout/tags/tag-options.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { numberText, valueOf } from "#web/ui/typed-number.ts";
import { conditionWords } from "./mailing-words.ts";

type Products = readonly { id: string; title: string; type: string }[];
type ConditionFieldsProps = {
  condition: AudienceCondition;
  products: Products;
  onChange: (condition: AudienceCondition) => void;
};

/** What each kind says when it is true of somebody, and when it is not. */
const sides: Record<AudienceCondition["type"], [yes: string, no: string]> = {
  bought: ["Bought", "Did not buy"],
  spent: ["Spent at least", "Spent less than"],
  member: ["Is a member of", "Is no member of"],
  cameFrom: ["Came from", "Did not come from"],
  leftCart: ["Left a cart with", "Left no cart with"],
  subscribed: ["Is on your list", "Is not on your list"],
  tag: ["Has the tag", "Without the tag"],
};

const sources = {
  REPLY: "an automatic reply",
  MAILING: "a mailing",
  AFFILIATE: "an affiliate",
  CART_MAIL: "a mail about a cart",
};

/** One condition: whether it is to be true, and of what. */
export function ConditionFields({ condition, products, onChange }: ConditionFieldsProps) {
  const zone = useZone();
  const { type, is } = condition;
  const [yes, no] = sides[type];
  return (
    <div role="group" aria-label={conditionWords[type]} className="flex min-w-0 grow flex-wrap gap-2">
      <NativeSelect
        aria-label={`${conditionWords[type]}: yes or no`}
        className="w-full sm:w-44"
        value={String(is)}
        onChange={({ target }) => onChange({ ...condition, is: target.value === "true" })}
      >
        <option value="true">{yes}</option>
        <option value="false">{no}</option>
      </NativeSelect>
      {"productId" in condition && (
        <NativeSelect
          aria-label={`${conditionWords[type]}: product`}
          className="w-full sm:w-60"
          value={condition.productId ?? ""}
          onChange={({ target }) => onChange({ ...condition, productId: target.value || null })}
        >
          <option value="">{type === "member" ? "any membership" : "any product"}</option>
          {products
            .filter((product) => type !== "member" || product.type === "MEMBERSHIP")
            .map(({ id, title }) => (
              <option dir="auto" key={id} value={id}>
                {title}
              </option>
            ))}
        </NativeSelect>
      )}
      {condition.type === "member" && (
        <NativeSelect
          aria-label="Membership: when"
          className="w-full sm:w-44"
          value={condition.when}
          onChange={({ target }) => onChange({ ...condition, when: target.value as "NOW" | "BEFORE" })}
        >
          <option value="NOW">now</option>
          <option value="BEFORE">before, not now</option>
        </NativeSelect>
      )}
      {"since" in condition && (
        <div className="flex items-center gap-2 text-sm text-muted-foreground">
          <span aria-hidden="true">since</span>
          <Input
            type="date"
            aria-label={`${conditionWords[type]}: since (${zoneText(zone)})`}
            className="w-40"
            value={condition.since ?? ""}
            onChange={({ target }) => onChange({ ...condition, since: target.value || null })}
          />
        </div>
      )}
      {condition.type === "spent" && (
        <SpentField
          cents={condition.atLeastCents}
          onChange={(atLeastCents) => onChange({ ...condition, atLeastCents })}
        />
      )}
      {condition.type === "tag" && (
        <NativeSelect
          aria-label="Tag: which"
          className="w-full sm:w-60"
          value={condition.tagId ?? ""}
          onChange={({ target }) => onChange({ ...condition, tagId: target.value || null })}
        >
          <option value="">any tag</option>
          <TagOptions tagId={condition.tagId ?? undefined} />
        </NativeSelect>
      )}
      {condition.type === "cameFrom" && (
        <NativeSelect
          aria-label="Came from: what"
          className="w-full sm:w-60"
          value={condition.source}
          onChange={({ target }) => onChange({ ...condition, source: target.value as keyof typeof sources })}
        >
          {Object.entries(sources).map(([source, words]) => (
            <option key={source} value={source}>
              {words}
            </option>
          ))}
        </NativeSelect>
      )}
    </div>
  );
}

/** A sum as people type it: "32", "32.50" or "32,50". */
function SpentField({ cents, onChange }: { cents: number; onChange: (cents: number) => void }) {
  const [text, setText] = useState(() => numberText(cents, "money"));
  const isRead = valueOf(text, "money") !== undefined;
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      aria-label="Spent: how much"
      aria-invalid={!isRead}
      className="w-32"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const value = valueOf(target.value, "money");
        if (value !== undefined) onChange(value);
      }}
    />
  );
}
