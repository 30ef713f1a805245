import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { momentText } from "#contract/dates.ts";
import { errorMessage } from "#web/api.ts";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { useNow } from "#web/layout/use-now.ts";
import { useTimeZoneSaving } from "#web/layout/use-creator-zone.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { browserZone, zonesWith } from "#web/ui/dates.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { toast } from "#web/ui/toast.ts";

/** The zone in which the creator sees dates, types them, and has days and months counted. */
export function TimeZoneForm({ user }: { user: CurrentUser }) {
  const saved = user.timeZone ?? browserZone();
  const [chosen, setChosen] = useState<string>();
  const zone = chosen ?? saved;
  const queryClient = useQueryClient();
  const save = useTimeZoneSaving();
  const now = useNow();
  const submit = () =>
    save.mutate(
      { body: { timeZone: zone, isGuess: false } },
      {
        onSuccess: async () => {
          // Figures are of other days and months now.
          await queryClient.invalidateQueries();
          toast({ title: "Saved", description: "All dates are in your time zone." });
        },
      },
    );
  return (
    <Card>
      <CardHeader
        title="Time zone"
        description="All dates that you see and type are in it, and your days and months begin and end by it."
      />
      <CardBody>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
          className="grid max-w-md gap-5"
        >
          <Field
            label="Time zone"
            hint={`It is ${momentText(now, zone)} there.`}
            error={save.error ? errorMessage(save.error, "Your time zone could not be saved") : undefined}
          >
            <NativeSelect value={zone} onChange={(event) => setChosen(event.currentTarget.value)}>
              {zonesWith(zone).map((name) => (
                <option key={name} value={name}>
                  {name.replaceAll("_", " ")}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Button type="submit" loading={save.isPending} className="justify-self-start">
            Save time zone
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
