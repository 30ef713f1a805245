import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { getCurrentUser, updateProfile } from "#contract/accounts/accounts.ts";
import { apiMutation, callApi } from "#web/api.ts";
import { type CurrentUser, currentUserQuery } from "#web/layout/current-user.ts";
import { EditNotes } from "#web/layout/edit-notes.tsx";
import { RefundPolicyField } from "#web/layout/refund-policy-field.tsx";
import {
  choiceOfPolicy,
  policyOfChoice,
  type RefundChoice,
  refundProblem,
} from "#web/layout/refund-policy.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useEdits } from "#web/layout/use-edits.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { toast } from "#web/ui/toast.ts";

type Values = { refundPolicy: RefundChoice };
const valuesOf = ({ refundPolicy }: CurrentUser): Values => ({ refundPolicy: choiceOfPolicy(refundPolicy) });

/** What the creator promises buyers who want their money back. */
export function RefundPolicyForm({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const save = useMutation(apiMutation(updateProfile));
  const form = useForm<Values>({ defaultValues: valuesOf(user) });
  const { edits, item, merge, markSaved } = useEdits({
    form,
    kind: "refund-policy",
    opened: user,
    valuesOf,
    load: () => callApi(getCurrentUser),
  });

  const submit = form.handleSubmit(async ({ refundPolicy }) => {
    try {
      const body = { refundPolicy: policyOfChoice(refundPolicy), revision: item?.revision };
      const saved = await save.mutateAsync({ body });
      queryClient.setQueryData(currentUserQuery.queryKey, saved);
      markSaved(saved);
      toast({ title: "Saved", description: "Your product pages and checkouts show it now." });
    } catch (error) {
      if (!(await merge(error))) reportFailure(error, "Your refund policy could not be saved");
    }
  });

  return (
    <Card>
      <CardHeader
        title="Refunds"
        description="What your store promises before anyone pays. Orders keep the policy they were sold under."
      />
      <CardBody>
        <form onSubmit={submit} noValidate className="grid max-w-md gap-5">
          <EditNotes edits={edits} />
          <Controller
            control={form.control}
            name="refundPolicy"
            rules={{ validate: (value) => refundProblem(value) ?? true }}
            render={({ field: { value, onChange }, fieldState: { error } }) => (
              <RefundPolicyField value={value} onChange={onChange} error={error?.message} />
            )}
          />
          <Button type="submit" loading={save.isPending} className="justify-self-start">
            Save refund policy
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
