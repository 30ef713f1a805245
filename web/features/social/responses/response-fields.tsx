import { useQuery } from "@tanstack/react-query";
import { Info, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { isolated } from "#contract/isolated.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import type { tryKeywords } from "#contract/social/keyword-responses.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { EffectFields } from "#web/features/social/effect-fields.tsx";
import { platformNames } from "#contract/social/platform-names.ts";
import { buttonTitleOf, isElsewhere } from "#web/features/social/reply-link-fields.tsx";
import type { Account } from "#web/features/social/social-queries.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { draftOf } from "./draft.ts";
import { KeywordField, MatchFields } from "./keyword-fields.tsx";
import { MessageFields } from "./message-fields.tsx";
import { type ResponseFormValues, useResponseFields } from "./response-form-values.ts";
import { ResponsePreview } from "./response-preview.tsx";
import type { Response } from "./response-texts.ts";
import { newTrial, TrialFields, type TrialText } from "./trial-fields.tsx";
import { TrialResult } from "./trial-result.tsx";
import { useTryKeywords } from "./use-try-keywords.ts";

type ResponseFieldsProps = { response: Response | undefined; accounts: readonly Account[] };

/** All fields of the response form, and beside them what the fan will see and a text to try it with. */
export function ResponseFields({ response, accounts }: ResponseFieldsProps) {
  const { control, register, formState } = useResponseFields();
  const values = useWatch({ control }) as ResponseFormValues;
  const { data: products } = useQuery(apiQuery(listMyProducts));
  const [trial, setTrial] = useState<TrialText>(newTrial);
  const { result, failed } = useTryKeywords({
    socialAccountId: values.socialAccountId,
    ...trial,
    draft: draftOf(values),
    ...(response && { draftId: response.id }),
  });
  // What the server has said at the field is not said twice.
  const overlaps = (result?.overlaps ?? []).filter(
    ({ effect }) => effect !== "SAME" || !formState.errors.keyword,
  );
  const account = accounts.find(({ id }) => id === values.socialAccountId);
  const product = [...(products ?? []), ...(response?.product ? [response.product] : [])].find(
    ({ id }) => id === values.productId,
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid content-start gap-5">
        <Field label="Social Account" required error={formState.errors.socialAccountId?.message}>
          <NativeSelect {...register("socialAccountId")}>
            {accounts.map(({ id, platform, username }) => (
              <option key={id} value={id}>
                @{username} ({platformNames[platform]})
              </option>
            ))}
          </NativeSelect>
        </Field>
        <div className="grid gap-3">
          <KeywordField readAs={(result?.readAs ?? []).filter(isReadOtherwise)} />
          <OverlapNotes overlaps={overlaps} />
        </div>
        <MessageFields
          products={products}
          current={response?.product ?? null}
          hasButtons={account?.platform !== "TWITTER"}
        />
        <MatchFields platform={account?.platform} />
        <EffectFields />
      </div>
      <div className="grid content-start gap-6">
        {account && (
          <ResponsePreview
            account={account}
            keyword={values.keyword}
            text={values.responseText}
            product={isElsewhere(values.linkTarget) ? undefined : product?.title}
            button={
              product || isElsewhere(values.linkTarget)
                ? buttonTitleOf(
                    values,
                    products?.find(({ id }) => id === values.productId),
                  )
                : undefined
            }
          />
        )}
        <section aria-labelledby="try-response" className="grid gap-3 rounded-xl border border-border p-4">
          <h3 id="try-response" className="text-sm font-medium">
            Try it
          </h3>
          <TrialFields trial={trial} onChange={setTrial} />
          <TrialResult text={trial.text} hasDraft result={result} failed={failed} />
        </section>
      </div>
    </div>
  );
}

/** What a person would not expect: something of the keyword is left out. */
const isReadOtherwise = ({ keyword, as }: { keyword: string; as: string }) =>
  keyword.trim().toLowerCase() !== as.toLowerCase();

type Overlap = Output<typeof tryKeywords>["overlaps"][number];

const mostShown = 4;

/** Which other keywords of the account share texts with those being written, and who answers these. */
function OverlapNotes({ overlaps }: { overlaps: readonly Overlap[] }) {
  const shown = overlaps.toSorted((a, b) => weight[a.effect] - weight[b.effect]).slice(0, mostShown);
  return (
    <div role="status" className="empty:hidden">
      {shown.length > 0 && (
        <ul className="grid gap-1.5 rounded-lg bg-muted px-3.5 py-3 text-sm">
          {shown.map((overlap) => (
            <li
              key={`${overlap.keyword} ${overlap.otherId} ${overlap.otherKeyword}`}
              className="flex gap-2 wrap-anywhere"
            >
              {overlap.effect === "SAME" ? (
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
              ) : (
                <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
              )}
              <span className="min-w-0">{textOf(overlap)}</span>
            </li>
          ))}
          {overlaps.length > shown.length && (
            <li className="pl-6 text-muted-foreground">and {overlaps.length - shown.length} more</li>
          )}
        </ul>
      )}
    </div>
  );
}

const weight = { SAME: 0, LOSES: 1, WINS: 2 };

function textOf({ keyword, otherKeyword, effect }: Overlap): string {
  if (effect === "SAME") return `“${isolated(otherKeyword)}” already has a response on this account.`;
  const who = effect === "WINS" ? "this response" : "the other response";
  return `A message with “${isolated(keyword)}” and “${isolated(otherKeyword)}” gets ${who}.`;
}
