import { themeDefaults } from "#contract/design/looks.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { AccentSwatches } from "./accent-swatches.tsx";
import type { MyDesign } from "./design-draft.ts";
import type { useDesignDraft } from "./use-design-draft.ts";

type Props = {
  draft: Pick<ReturnType<typeof useDesignDraft>, "mine" | "change">;
  /** As the server computed it, for both modes. */
  shown: MyDesign["shownAccent"];
  className?: string;
};

/** The store's own colour, and how it is shown where that has to be another one to be read. */
export function AccentField({ draft: { mine, change }, shown, className }: Props) {
  const own = themeDefaults[mine.theme].accent;
  return (
    <div className={className}>
      <Field label="Accent">
        <div className="flex flex-wrap items-center gap-3">
          <Input
            type="color"
            className="h-11 max-w-20 p-1"
            value={mine.accent ?? own}
            onChange={({ currentTarget: { value } }) => change({ accent: value })}
          />
          {mine.accent !== null && (
            <Button variant="ghost" size="sm" onClick={() => change({ accent: null })}>
              The theme's own
            </Button>
          )}
        </div>
      </Field>
      <AccentSwatches accent={mine.accent} onChange={(accent) => change({ accent })} />
      <ul aria-label="How the accent is shown" className="mt-3 flex flex-wrap gap-3 text-sm">
        {(["light", "dark"] as const).map((mode) => (
          <li key={mode} className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className="grid size-8 place-items-center rounded-lg font-semibold"
              style={{ background: shown[mode].button, color: shown[mode].onButton }}
            >
              A
            </span>
            <span>
              {mode === "light" ? "By day" : "At night"}
              {shown[mode].isShifted && (
                <span className="block text-muted-foreground">Shifted so that it can be read</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
