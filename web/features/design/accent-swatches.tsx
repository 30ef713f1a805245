import { useQuery } from "@tanstack/react-query";
import { storeThemes, themeDefaults } from "#contract/design/looks.ts";
import { listAvatarColors } from "#contract/design/studio.ts";
import { apiQuery } from "#web/api.ts";
import { classNames } from "#web/ui/class-names.ts";

const ofThemes = storeThemes.slice(0, 4).map((theme) => themeDefaults[theme].accent);

type Props = { accent: string | null; onChange: (accent: string) => void };

/** Accents to take at a press: those of the creator's picture, or where it has none those of themes. */
export function AccentSwatches({ accent, onChange }: Props) {
  const { data } = useQuery(apiQuery(listAvatarColors, { querystring: {} }));
  if (!data) return null;
  const isOwn = data.colors.length > 0;
  return (
    <div
      role="group"
      aria-label={isOwn ? "From your picture" : "From the themes"}
      className="mt-3 grid gap-1.5"
    >
      <p aria-hidden="true" className="text-sm text-muted-foreground">
        {isOwn ? "From your picture" : "From the themes"}
      </p>
      <div className="flex flex-wrap gap-2">
        {(isOwn ? data.colors : ofThemes).map((color) => (
          <button
            key={color}
            type="button"
            aria-label={`Accent ${color}`}
            aria-pressed={accent === color}
            onClick={() => onChange(color)}
            style={{ background: color }}
            className={classNames(
              "size-11 rounded-full border border-input outline-offset-2",
              accent === color && "outline-2 outline-foreground",
            )}
          />
        ))}
      </div>
    </div>
  );
}
