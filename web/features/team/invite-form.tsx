import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { inviteColleague, listTeam } from "#contract/team/team.ts";
import { roleWords } from "#contract/team/role-words.ts";
import { type TeamRole, teamRoles } from "#contract/team/roles.ts";
import { ApiError, callApi } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

const shownIn = [listTeam];

/** An address, and what whoever has it may do. Least is chosen first. */
export function InviteForm() {
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { email: "" } });
  const [role, setRole] = useState<TeamRole>("SUPPORT");
  const refresh = useRefresh(shownIn);
  const submit = handleSubmit(async ({ email }) => {
    try {
      await callApi(inviteColleague, { body: { email, role } });
      await refresh();
      toast({ title: "Invited", description: `A mail to ${email.trim()} is on its way.` });
      reset();
    } catch (error) {
      const message = error instanceof ApiError ? error.body.fields?.["email"] : undefined;
      if (message) setError("email", { message }, { shouldFocus: true });
      else reportFailure(error, "The invitation could not be sent. Please try again.");
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-5">
      <Field label="Email" error={formState.errors.email?.message}>
        <Input
          type="email"
          autoComplete="off"
          placeholder="sam@example.com"
          {...register("email", { required: "Enter their email address" })}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">What they may do</legend>
        {teamRoles.map((one) => (
          <RoleChoice key={one} role={one} isChosen={one === role} onChoose={() => setRole(one)} />
        ))}
      </fieldset>
      <Button type="submit" loading={formState.isSubmitting} className="justify-self-start">
        Send invitation
      </Button>
    </form>
  );
}

type RoleChoiceProps = { role: TeamRole; isChosen: boolean; onChoose: () => void };

function RoleChoice({ role, isChosen, onChoose }: RoleChoiceProps) {
  const id = useId();
  const { name, may } = roleWords[role];
  return (
    <label
      htmlFor={id}
      className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-xl border border-border p-3 text-sm font-medium has-checked:border-brand has-checked:bg-brand-soft/40 has-focus-visible:outline-2 has-focus-visible:outline-ring"
    >
      <input
        id={id}
        type="radio"
        name="role"
        value={role}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 accent-brand"
      />
      {name}
      <span className="col-start-2 font-normal text-muted-foreground">{may}</span>
    </label>
  );
}
