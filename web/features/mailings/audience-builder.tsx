import { useQuery } from "@tanstack/react-query";
import { FolderPlus, X } from "lucide-react";
import type { Audience, AudienceCondition, AudienceGroup } from "#contract/mailings/audience.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { conditionWords, newCondition } from "./mailing-words.ts";

type AudienceBuilderProps = { audience: Audience; onChange: (audience: Audience) => void };

/** The conditions that say whom a mailing is for. Without any it is for everybody. */
export function AudienceBuilder({ audience, onChange }: AudienceBuilderProps) {
  const { data: products = [] } = useQuery(apiQuery(listMyProducts));
  const { conditions } = audience;
  const set = (changed: Audience["conditions"]) => onChange({ ...audience, conditions: changed });
  return (
    <div role="group" aria-label="Conditions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {conditions.length === 0 ? (
        <p className="text-sm text-muted-foreground">Everybody: all your customers and subscribers.</p>
      ) : (
        <MatchChoice of={audience} label="People" onChange={(match) => onChange({ ...audience, match })} />
      )}
      <ConditionList
        conditions={conditions}
        onChange={set}
        renderPart={(part, change) =>
          part.type === "group" ? (
            <Group group={part} products={products} onChange={change} />
          ) : (
            <ConditionFields condition={part} products={products} onChange={change} />
          )
        }
      />
      <div className="flex flex-wrap gap-2">
        <AddCondition onAdd={(added) => set([...conditions, added])} isFull={conditions.length >= 10} />
        <Button
          variant="outline"
          size="sm"
          className="h-10"
          disabled={conditions.length >= 10}
          onClick={() =>
            set([...conditions, { type: "group", match: "ANY", conditions: [newCondition("bought")] }])
          }
        >
          <FolderPlus aria-hidden="true" /> Add a group
        </Button>
      </div>
    </div>
  );
}

type Products = readonly { id: string; title: string; type: string }[];
type GroupProps = { group: AudienceGroup; products: Products; onChange: (group: AudienceGroup) => void };

function Group({ group, products, onChange }: GroupProps) {
  const { conditions } = group;
  const set = (changed: AudienceCondition[]) => onChange({ ...group, conditions: changed });
  return (
    <div
      role="group"
      aria-label="Group of conditions"
      className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-border p-3"
    >
      <MatchChoice of={group} label="Group" onChange={(match) => onChange({ ...group, match })} />
      <ConditionList
        conditions={conditions}
        onChange={set}
        isLastKept
        renderPart={(condition, change) => (
          <ConditionFields condition={condition} products={products} onChange={change} />
        )}
      />
      <AddCondition onAdd={(added) => set([...conditions, added])} isFull={conditions.length >= 10} />
    </div>
  );
}

type MatchProps = {
  of: Pick<Audience, "match">;
  label: string;
  onChange: (match: Audience["match"]) => void;
};

const MatchChoice = ({ of: { match }, label, onChange }: MatchProps) => (
  <NativeSelect
    aria-label={`${label}: how its conditions go together`}
    className="w-full sm:w-72"
    value={match}
    onChange={({ target }) => onChange(target.value as Audience["match"])}
  >
    <option value="ALL">{label} of whom all of this is true</option>
    <option value="ANY">{label} of whom any of this is true</option>
  </NativeSelect>
);

type ListProps<Part> = {
  conditions: readonly Part[];
  onChange: (conditions: Part[]) => void;
  /** The last one cannot be removed: its group is. */
  isLastKept?: boolean;
  renderPart: (part: Part, change: (changed: Part) => void) => React.ReactNode;
};

function ConditionList<Part>({ conditions, onChange, isLastKept = false, renderPart }: ListProps<Part>) {
  return conditions.map((part, index) => (
    // They have no identity but their place.
    // oxlint-disable-next-line react/no-array-index-key
    <div key={index} className="flex items-start gap-2">
      {renderPart(part, (changed) => onChange(conditions.with(index, changed)))}
      {(!isLastKept || conditions.length > 1) && (
        <IconButton
          label={`Remove condition ${index + 1}`}
          onClick={() => onChange(conditions.toSpliced(index, 1))}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  ));
}

type AddProps = { onAdd: (condition: AudienceCondition) => void; isFull: boolean };

function AddCondition({ onAdd, isFull }: AddProps) {
  return (
    <NativeSelect
      aria-label="Add a condition"
      className="w-52"
      value=""
      disabled={isFull}
      onChange={({ target }) =>
        target.value && onAdd(newCondition(target.value as AudienceCondition["type"]))
      }
    >
      <option value="">Add a condition…</option>
      {Object.entries(conditionWords).map(([type, words]) => (
        <option key={type} value={type}>
          {words}
        </option>
      ))}
    </NativeSelect>
  );
}
