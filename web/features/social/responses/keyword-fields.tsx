import { useWatch } from "react-hook-form";
import type { Platform } from "#contract/social/social-accounts.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { PostFields } from "#web/features/social/post-fields.tsx";
import { PublicRepliesField } from "#web/features/social/public-replies-field.tsx";
import { useResponseFields } from "./response-form-values.ts";
import {
  endingsHint,
  matchModes,
  modeHint,
  modeName,
  placeName,
  places as allPlaces,
} from "./response-texts.ts";

type ReadAs = { keyword: string; as: string };

/** The main keyword. */
export function KeywordField({ readAs }: { readAs: readonly ReadAs[] }) {
  const { register, formState } = useResponseFields();
  return (
    <Field
      label="Trigger Keyword"
      required
      hint={
        <>
          Capitals, accents and punctuation make no difference. To match emoji, use nothing but emoji.
          {readAs.map(({ keyword, as }) => (
            <span key={keyword} className="block wrap-anywhere">
              “<bdi>{keyword}</bdi>” is read as: {as || "nothing"}
            </span>
          ))}
        </>
      }
      error={formState.errors.keyword?.message}
    >
      <Input
        maxLength={80}
        autoComplete="off"
        autoCapitalize="off"
        placeholder="GUIDE"
        {...register("keyword")}
      />
    </Field>
  );
}

/** What else sets the response off: how keywords are compared, further ones, where, and what keeps it silent. */
export function MatchFields({ platform }: { platform: Platform | undefined }) {
  const { control, register, formState } = useResponseFields();
  const { errors } = formState;
  const [keyword, mode, places] = useWatch({ control, name: ["keyword", "matchMode", "places"] });
  const letters = keyword
    .replaceAll(/[^\p{L}\p{N}\p{M} ]/gu, "")
    .trim()
    .toLowerCase();
  const example = letters || keyword.trim() || "guide";
  const takesEndings = mode !== "CONTAINS" && /[\p{Script=Hangul}ğşıİĞŞ]/u.test(keyword);
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <Field
          label="Match"
          hint={`${modeHint[mode](example)}${takesEndings ? ` ${endingsHint}` : ""}`}
          error={errors.matchMode?.message}
        >
          <NativeSelect {...register("matchMode")}>
            {matchModes.map((value) => (
              <option key={value} value={value}>
                {modeName[value]}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field
          label="More keywords"
          aside="Optional"
          hint="Separate with commas or new lines. Any of them is enough."
          error={errors.moreKeywords?.message}
        >
          <Textarea
            rows={2}
            className="min-h-16"
            placeholder="ebook, free guide"
            {...register("moreKeywords")}
          />
        </Field>
      </div>
      <PlacesField platform={platform} />
      {places.includes("COMMENT") && platform !== "TWITTER" && (
        <>
          <PostFields hint="Answers comments under this post and nothing else, ahead of other replies." />
          <PublicRepliesField />
        </>
      )}
      <Field
        label="Excluded words"
        aside="Optional"
        hint="A text with one of these doesn't get this response."
        error={errors.excludedWords?.message}
      >
        <Textarea
          rows={2}
          className="min-h-16"
          placeholder="refund, no thanks"
          {...register("excludedWords")}
        />
      </Field>
    </>
  );
}

function PlacesField({ platform }: { platform: Platform | undefined }) {
  const { register, formState } = useResponseFields();
  const error = formState.errors.places?.message;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Where</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {allPlaces.map((place) => (
          <label key={place} className="flex items-center gap-2 py-1 text-sm pointer-coarse:py-2.5">
            <Checkbox value={place} {...register("places")} />
            {placeName[place]}
          </label>
        ))}
      </div>
      {platform === "TWITTER" && (
        <p className="mt-1 text-sm text-muted-foreground">
          Of X only direct messages reach us: it has no stories, and comments are not told.
        </p>
      )}
      {error && (
        <p role="alert" className="mt-1 text-sm font-medium text-destructive-soft-foreground">
          {error}
        </p>
      )}
    </fieldset>
  );
}
