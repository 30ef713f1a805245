import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { freeThemes, type StoreTheme, themeDefaults } from "#contract/design/looks.ts";
import { getMyDesign, listAvatarColors, publishMyDesign, updateMyDesign } from "#contract/design/studio.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { classNames } from "#web/ui/class-names.ts";
import { themeLabels } from "./look-labels.ts";

export type FirstLookChoice = { theme: StoreTheme; accent: string | null };

type Props = {
  /** The picture that was just uploaded. */
  imageId: string;
  onChange: (choice: FirstLookChoice | null) => void;
};

/** A theme and an accent for a new store, proposed from its creator's picture; nothing where it has a look already. */
export function FirstLook({ imageId, onChange }: Props) {
  const { data: design } = useQuery(apiQuery(getMyDesign, { querystring: {} }));
  const { data } = useQuery(apiQuery(listAvatarColors, { querystring: { imageId } }));
  const [chosen, setChosen] = useState<Partial<FirstLookChoice>>({});
  const isNew = design?.revision === 1;
  const [first] = data?.colors ?? [];
  const theme = chosen.theme ?? "market";
  // What was taken from the picture before this one is no colour of it.
  const isOffered = chosen.accent === null || data?.colors.includes(chosen.accent ?? "");
  const accent = isOffered ? (chosen.accent ?? null) : (first ?? null);
  const isShown = isNew && data !== undefined && first !== undefined;
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    tell(isShown ? { theme, accent } : null);
    return () => tell(null);
  }, [isShown, theme, accent]);
  if (!isShown) return null;
  return (
    <fieldset className="grid gap-3 rounded-xl border border-border p-4">
      <legend className="px-1 text-sm font-medium">Your store, in the colours of your picture</legend>
      <div role="group" aria-label="Colour" className="flex flex-wrap gap-2">
        {[...data.colors, null].map((color) => (
          <button
            key={color ?? "own"}
            type="button"
            aria-pressed={accent === color}
            aria-label={color === null ? "The theme's own colour" : `Accent ${color}`}
            onClick={() => setChosen({ ...chosen, accent: color })}
            style={{ background: color ?? themeDefaults[theme].accent }}
            className={classNames(
              "size-11 rounded-full border border-input outline-offset-2",
              accent === color && "outline-2 outline-foreground",
            )}
          />
        ))}
      </div>
      <div role="group" aria-label="Theme" className="grid grid-cols-2 gap-2">
        {freeThemes.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={theme === each}
            onClick={() => setChosen({ ...chosen, theme: each })}
            className={classNames(
              "rounded-lg border px-3 py-2 text-left text-sm",
              theme === each ? "border-brand bg-brand-soft" : "border-input hover:bg-accent",
            )}
          >
            <span className="block font-medium">{themeLabels[each].label}</span>
            <span className="text-muted-foreground">{themeLabels[each].about}</span>
          </button>
        ))}
      </div>
      <p className="text-sm text-muted-foreground">
        Six more themes, fonts and covers can be tried under Design, any time.
      </p>
    </fieldset>
  );
}

/** Makes it the look that everybody sees. Done twice, it is done once. */
export async function publishFirstLook(choice: FirstLookChoice): Promise<void> {
  await callApi(updateMyDesign, { body: choice });
  await callApi(publishMyDesign, { body: {} });
}
