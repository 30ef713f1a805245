import { zodResolver } from "@hookform/resolvers/zod";
import { Mail } from "lucide-react";
import { useId } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { useQueryClient } from "@tanstack/react-query";
import { listAffiliates } from "#contract/affiliates/affiliates.ts";
import { ApiError, apiQuery } from "#web/api.ts";
import { EditNotes } from "#web/layout/edit-notes.tsx";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useEdits } from "#web/layout/use-edits.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Affiliate, percentText } from "./affiliate-data.ts";
import { AffiliateName, OptionalEmail, Percent, rateOf } from "./link-form-schema.ts";
import { useAffiliateSaving, useInvitation } from "./use-affiliate-changes.ts";

const affiliateSchema = z.object({
  name: AffiliateName,
  email: OptionalEmail,
  percent: Percent,
  active: z.boolean(),
});
type AffiliateValues = z.infer<typeof affiliateSchema>;

const valuesOf = ({ name, email, commissionRate, active }: Affiliate): AffiliateValues => ({
  name,
  email: email ?? "",
  percent: percentText(commissionRate),
  active,
});

/** Changes an affiliate: their name, address and rate, and whether they earn at all. */
export function AffiliateDialog({
  open,
  affiliate,
  onClose,
}: {
  open: boolean;
  affiliate: Affiliate;
  onClose: () => void;
}) {
  const formId = useId();
  const { updateAffiliate } = useAffiliateSaving();
  const invitation = useInvitation();
  const form = useForm<AffiliateValues>({
    defaultValues: valuesOf(affiliate),
    resolver: zodResolver(affiliateSchema),
  });
  const { register, handleSubmit, setError, setValue, control, formState } = form;
  const queryClient = useQueryClient();
  const { edits, item, merge } = useEdits({
    form,
    kind: "affiliate",
    opened: affiliate,
    valuesOf,
    load: async ({ id }) =>
      (await queryClient.fetchQuery({ ...apiQuery(listAffiliates), staleTime: 0 })).find(
        (each) => each.id === id,
      ),
  });
  const close = () => {
    edits.clearDraft();
    onClose();
  };
  const { errors, isSubmitting } = formState;
  const [active, percent] = useWatch({ control, name: ["active", "percent"] });

  const save = handleSubmit(async ({ name, email, percent, active }) => {
    try {
      await updateAffiliate.mutateAsync({
        params: { id: affiliate.id },
        body: {
          name,
          ...(email && { email }),
          commissionRate: rateOf(percent),
          active,
          revision: item?.revision,
        },
      });
    } catch (error) {
      if (await merge(error)) return;
      const message = error instanceof ApiError && error.status === 422 && error.body.fields?.["email"];
      if (message) setError("email", { message }, { shouldFocus: true });
      else reportFailure(error, "Failed to update affiliate");
      return;
    }
    toast({ title: "Success", description: "Affiliate updated successfully" });
    close();
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Edit Affiliate"
      description={affiliate.signedIn ? "They have signed in and see their links and sales." : undefined}
      footer={
        <>
          <Button variant="outline" onClick={close} className="max-sm:grow">
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isSubmitting} className="max-sm:grow">
            Save Changes
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void save(event)} noValidate className="grid gap-5">
        <EditNotes edits={edits} />
        <Field label="Name" required error={errors.name?.message}>
          <Input maxLength={120} autoComplete="off" {...register("name")} />
        </Field>
        <Field
          label="Email"
          hint="Whoever signs in with it sees these links and sales. Sales to this address earn nothing."
          error={errors.email?.message}
        >
          <Input type="email" autoComplete="off" {...register("email")} />
        </Field>
        {affiliate.email && (
          <Button
            variant="outline"
            className="justify-self-start"
            loading={invitation.isPending}
            onClick={() => invitation.mutate({ params: { id: affiliate.id } })}
          >
            <Mail aria-hidden="true" /> Send invitation
          </Button>
        )}
        <NumberField
          kind="percent"
          text={percent}
          label="Commission"
          required
          hint="Counts for sales from now on."
          error={errors.percent?.message}
          {...register("percent")}
        />
        <Field label="Active" hint="Switched off, none of their links earns anything.">
          <Switch checked={active} onCheckedChange={(active) => setValue("active", active)} />
        </Field>
      </form>
    </Dialog>
  );
}
