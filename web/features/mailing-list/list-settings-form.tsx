import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import {
  getMailingList,
  type ListSettings,
  type MailingList,
  saveMailingList,
} from "#contract/mailing-list/mailing-list.ts";
import { apiMutation, apiQuery, callApi } from "#web/api.ts";
import { copyText } from "#web/layout/copy-text.ts";
import { EditNotes } from "#web/layout/edit-notes.tsx";
import { showFieldErrors } from "#web/layout/show-field-errors.ts";
import { useEdits } from "#web/layout/use-edits.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";

const valuesOf = ({ isOpen, title, promise, thanksProductId }: MailingList): ListSettings => ({
  isOpen,
  title,
  promise,
  thanksProductId,
});
/** There is one list; `useEdits` wants a name for its draft. */
const named = (list: MailingList) => ({ ...list, id: "own" });
const fields: readonly string[] = ["isOpen", "title", "promise", "thanksProductId"];

/** Whether the list can be joined, what it says, and what whoever joins is given. */
export function ListSettingsForm({ list, handle }: { list: MailingList; handle: string }) {
  const switchId = useId();
  const queryClient = useQueryClient();
  const save = useMutation(apiMutation(saveMailingList));
  const { data: products = [] } = useQuery(apiQuery(listMyProducts));
  const form = useForm<ListSettings>({ defaultValues: valuesOf(list) });
  const { edits, item, merge, markSaved } = useEdits({
    form,
    kind: "mailing-list",
    opened: named(list),
    valuesOf,
    load: async () => named(await callApi(getMailingList)),
  });
  const gifts = products.filter(
    ({ type, priceCents, state, trackInventory }) =>
      priceCents === 0 &&
      (type === "DOWNLOAD" || type === "COURSE") &&
      state === "PUBLISHED" &&
      !trackInventory,
  );
  const {
    register,
    control,
    formState: { errors },
  } = form;

  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await save.mutateAsync({ body: { ...values, revision: item?.revision } });
      queryClient.setQueryData(apiQuery(getMailingList).queryKey, saved);
      markSaved(named(saved));
      toast({
        title: "Saved",
        description: saved.isOpen ? "Your store shows your list." : "Nobody can join your list.",
      });
    } catch (error) {
      if (!(await merge(error)))
        showFieldErrors(
          form,
          error,
          (name) => (fields.includes(name) ? (name as keyof ListSettings) : undefined),
          "Your mailing list could not be saved",
        );
    }
  });

  return (
    <Card>
      <CardHeader
        title="Your list"
        description="Fans leave their address on your store and at its own link. They are on the list once they have confirmed it."
      />
      <CardBody>
        <form onSubmit={submit} noValidate className="grid max-w-xl gap-5">
          <EditNotes edits={edits} />
          <label htmlFor={switchId} className="flex w-fit items-center gap-3 text-sm font-medium">
            <Controller
              control={control}
              name="isOpen"
              render={({ field: { value, onChange } }) => (
                <Switch id={switchId} checked={value} onCheckedChange={onChange} />
              )}
            />
            Fans can join
          </label>
          <Field label="Title" error={errors.title?.message} hint="What people join, in a few words.">
            <Input maxLength={80} placeholder="Letters from the studio" {...register("title")} />
          </Field>
          <Field
            label="What they get"
            error={errors.promise?.message}
            hint="How often you write, and about what."
          >
            <Textarea rows={3} maxLength={300} {...register("promise")} />
          </Field>
          <Field
            label="Thank-you gift"
            aside="Optional"
            error={errors.thanksProductId?.message}
            hint={
              gifts.length === 0
                ? "Put a free download or course on sale, and it can be given to whoever joins."
                : "A free download or course that opens once the address is confirmed."
            }
          >
            <Controller
              control={control}
              name="thanksProductId"
              render={({ field: { value, onChange, onBlur, ref } }) => (
                <NativeSelect
                  ref={ref}
                  value={value ?? ""}
                  onBlur={onBlur}
                  onChange={({ target }) => onChange(target.value || null)}
                >
                  <option value="">None</option>
                  {gifts.map(({ id, title }) => (
                    <option dir="auto" key={id} value={id}>
                      {title}
                    </option>
                  ))}
                  {value !== null && !gifts.some(({ id }) => id === value) && (
                    <option value={value}>A product that cannot be given away any more</option>
                  )}
                </NativeSelect>
              )}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" loading={save.isPending}>
              Save list
            </Button>
            {list.isOpen && (
              <>
                <LinkButton href={`/u/${handle}/join`} target="_blank" variant="outline">
                  See its page
                </LinkButton>
                <Button
                  variant="outline"
                  onClick={() => void copyText(`${location.origin}/u/${handle}/join`, "Link copied")}
                >
                  Copy its link
                </Button>
              </>
            )}
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
