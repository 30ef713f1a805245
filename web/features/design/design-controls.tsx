import {
  type Awning,
  type ButtonShape,
  type FontPair,
  type StoreLayout,
  awnings,
  buttonShapes,
  fontPairs,
  storeLayouts,
  storeThemes,
  themeDefaults,
} from "#contract/design/looks.ts";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { BlocksCard } from "./blocks-card.tsx";
import { AccentField } from "./accent-field.tsx";
import { awningLabels, buttonLabels, fontLabels, layoutLabels, themeLabels } from "./look-labels.ts";
import { PictureChoice } from "./picture-choice.tsx";
import { TextInput } from "./text-inputs.tsx";
import { longest } from "#contract/design/block-kinds.ts";
import { ProductOrder } from "./product-order.tsx";
import type { useDesignDraft } from "./use-design-draft.ts";

type Draft = ReturnType<typeof useDesignDraft>;

/** Everything that can be chosen of a look. */
export function DesignControls({ draft }: { draft: Draft }) {
  const { mine, saved, change } = draft;
  const own = themeDefaults[mine.theme];
  return (
    <>
      <Card>
        <CardHeader title="Theme" />
        <CardBody>
          <fieldset className="grid grid-cols-2 gap-2">
            <legend className="sr-only">Theme</legend>
            {storeThemes.map((theme) => (
              <label
                key={theme}
                className={classNames(
                  "relative grid cursor-pointer content-start gap-1 rounded-xl border p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring",
                  mine.theme === theme ? "border-brand bg-brand-soft" : "border-input hover:bg-accent",
                )}
              >
                <input
                  type="radio"
                  name="theme"
                  className="sr-only"
                  checked={mine.theme === theme}
                  // What the last theme brought goes with it; what was chosen by hand stays.
                  onChange={() => change({ theme })}
                />
                <span className="flex items-center gap-2 font-medium">
                  <span
                    aria-hidden="true"
                    className="size-3.5 shrink-0 rounded-full"
                    style={{ background: themeDefaults[theme].accent }}
                  />
                  {themeLabels[theme].label}
                </span>
                <span className="text-sm text-muted-foreground">{themeLabels[theme].about}</span>
              </label>
            ))}
          </fieldset>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="Details" description="Each theme brings its own; change what you like." />
        <CardBody className="grid gap-5 sm:grid-cols-2">
          <AccentField draft={draft} className="sm:col-span-2" shown={saved.shownAccent} />
          <Field label="Fonts">
            <NativeSelect
              value={mine.fonts ?? ""}
              onChange={({ currentTarget: { value } }) =>
                change({ fonts: (value || null) as FontPair | null })
              }
            >
              <option value="">The theme's: {fontLabels[own.fonts]}</option>
              {fontPairs.map((pair) => (
                <option key={pair} value={pair}>
                  {fontLabels[pair]}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label="Layout">
            <NativeSelect
              value={mine.layout ?? ""}
              onChange={({ currentTarget: { value } }) =>
                change({ layout: (value || null) as StoreLayout | null })
              }
            >
              <option value="">The theme's: {layoutLabels[own.layout]}</option>
              {storeLayouts.map((layout) => (
                <option key={layout} value={layout}>
                  {layoutLabels[layout]}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label="Buttons">
            <NativeSelect
              value={mine.buttons ?? ""}
              onChange={({ currentTarget: { value } }) =>
                change({ buttons: (value || null) as ButtonShape | null })
              }
            >
              <option value="">The theme's: {buttonLabels[own.buttons]}</option>
              {buttonShapes.map((shape) => (
                <option key={shape} value={shape}>
                  {buttonLabels[shape]}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label="Awning">
            <NativeSelect
              value={mine.awning ?? ""}
              onChange={({ currentTarget: { value } }) =>
                change({ awning: (value || null) as Awning | null })
              }
            >
              <option value="">The theme's: {awningLabels[own.awning]}</option>
              {awnings.map((awning) => (
                <option key={awning} value={awning}>
                  {awningLabels[awning]}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <div className="grid gap-5 sm:col-span-2">
            <PictureChoice
              label="Cover picture"
              shape="cover"
              imageId={mine.coverImageId}
              onChange={(coverImageId) =>
                change({ coverImageId, ...(coverImageId === null && { coverAlt: "" }) })
              }
            />
            {mine.coverImageId !== null && (
              <TextInput
                label="What the cover shows"
                value={mine.coverAlt}
                onChange={(coverAlt) => change({ coverAlt })}
                maxLength={longest.alt}
                hint="For who cannot see it; leave it empty for decoration."
              />
            )}
          </div>
        </CardBody>
      </Card>
      <BlocksCard blocks={mine.blocks} onChange={draft.changeBlocks} />
      <ProductOrder order={mine.productOrder} onChange={(productOrder) => change({ productOrder })} />
    </>
  );
}
