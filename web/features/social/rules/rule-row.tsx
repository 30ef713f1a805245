import { ArrowRight, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { platformNames } from "#contract/social/platform-names.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Switch } from "#web/ui/switch.tsx";
import { type Rule, sends, thenOf, whenOf } from "./rule-texts.ts";

export type RuleActions = {
  edit: (rule: Rule) => void;
  setActive: (rule: Rule, isActive: boolean) => void;
  remove: (rule: Rule) => void;
};

/** One rule: when it acts, what it does, how often it has, and what that earned. */
export function RuleRow({ rule, actions }: { rule: Rule; actions: RuleActions }) {
  const { ruleName, account, isActive } = rule;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4 sm:px-6">
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 justify-items-start gap-1">
          <div className="flex min-w-0 max-w-full flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="min-w-0 max-w-full truncate text-sm font-medium">
              <button
                type="button"
                onClick={() => actions.edit(rule)}
                className="max-w-full truncate rounded-sm text-left underline-offset-4 hover:underline pointer-coarse:py-2"
              >
                <span className="sr-only">Edit </span>
                <bdi>{ruleName}</bdi>
              </button>
            </h3>
            <Badge tone={isActive ? "success" : "neutral"}>{isActive ? "Active" : "Inactive"}</Badge>
          </div>
          <p className="max-w-full truncate text-xs text-muted-foreground">
            @{account.username} · {platformNames[account.platform]}
          </p>
        </div>
        <div className="flex shrink-0 items-center gap-1">
          <Switch
            aria-label={`Active: ${ruleName}`}
            checked={isActive}
            onCheckedChange={(next) => actions.setActive(rule, next)}
          />
          <Menu
            trigger={
              <Button variant="ghost" size="icon" aria-label={`More actions: ${ruleName}`}>
                <Ellipsis aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem onClick={() => actions.edit(rule)}>
              <Pencil aria-hidden="true" /> Edit
            </MenuItem>
            <MenuSeparator />
            <MenuItem destructive onClick={() => actions.remove(rule)}>
              <Trash2 aria-hidden="true" /> Delete
            </MenuItem>
          </Menu>
        </div>
      </div>
      <p className="text-sm wrap-anywhere">
        {whenOf(rule)}{" "}
        <ArrowRight aria-label="then" role="img" className="inline size-4 align-text-bottom text-brand" />{" "}
        <span className="text-muted-foreground">{thenOf(rule)}</span>
      </p>
      <Figures rule={rule} />
    </div>
  );
}

function Figures({ rule: { actionType, executionCount, earnings } }: { rule: Rule }) {
  const figures: [label: string, value: string][] = [["Ran", count(executionCount)]];
  if (sends(actionType))
    figures.push(
      ["Sent", count(earnings.sent)],
      ["Clicks", count(earnings.clicks)],
      ["Orders", count(earnings.orders)],
      ["Net revenue", formatMoney(earnings.netRevenueCents)],
    );
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-xs tabular-nums">
      {figures.map(([label, value]) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const count = (number: number) => number.toLocaleString("en-US");
