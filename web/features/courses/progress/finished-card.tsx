import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Award } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { issueCertificate } from "#contract/courses/course-progress.ts";
import { ApiError, callApi, errorMessage } from "#web/api.ts";
import { courseProofHeaders } from "#web/features/courses/course-proof.ts";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Progress } from "#web/features/player/course-visit.ts";
import { progressQuery } from "./learning.ts";

/** The course is finished: asks for the name on the certificate, and leads to it. */
export function FinishedCard() {
  const code = useCourseVisit().learning.certificateCode;
  const [isChanging, setChanging] = useState(false);
  const isAsking = !code || isChanging;
  const view = useRef<HTMLAnchorElement>(null);
  const wasIssued = useRef(false);
  // The form is gone, and with it the focus.
  useEffect(() => {
    if (isAsking || !wasIssued.current) return;
    wasIssued.current = false;
    view.current?.focus();
  }, [isAsking]);
  return (
    <Card className="flex flex-col gap-5 p-5 sm:flex-row sm:p-6">
      <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-success-soft text-success-soft-foreground">
        <Award aria-hidden="true" className="size-6" />
      </span>
      <div className="grid grow gap-4">
        <div className="grid gap-1">
          <h2 className="text-lg font-semibold">You finished the course</h2>
          <p className="text-sm text-muted-foreground">
            {code
              ? "Your certificate has a public address that anyone can check."
              : "Every lesson is complete. Write your name as it should stand on the certificate."}
          </p>
        </div>
        {!isAsking && (
          <div className="flex flex-wrap gap-2">
            <LinkButton ref={view} href={`/certificate/${code}`} variant="brand">
              View certificate
            </LinkButton>
            <Button variant="outline" onClick={() => setChanging(true)}>
              Change the name
            </Button>
          </div>
        )}
        {isAsking && (
          <NameForm
            takesFocus={isChanging}
            onDone={() => {
              wasIssued.current = true;
              setChanging(false);
            }}
          />
        )}
      </div>
    </Card>
  );
}

type NameFormProps = {
  /** The button that asked for it is gone. */
  takesFocus: boolean;
  onDone: () => void;
};

function NameForm({ takesFocus, onDone }: NameFormProps) {
  const { course } = useCourseVisit();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [missing, setMissing] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const issue = useMutation({
    mutationFn: () =>
      callApi(
        issueCertificate,
        { params: { slug: course.id }, body: { name } },
        { headers: courseProofHeaders(course.id) },
      ),
    onSuccess({ code }) {
      queryClient.setQueryData<Progress>(
        progressQuery(course.id).queryKey,
        (shown) => shown && { ...shown, certificateCode: code },
      );
      toast({ title: "Your certificate is ready" });
      onDone();
    },
    onError(error) {
      const field = error instanceof ApiError ? error.body.fields?.["name"] : undefined;
      setMissing(field);
      if (field) return;
      toast({
        title: "Error",
        description: errorMessage(error, "Please check your connection and try again."),
        variant: "destructive",
      });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (issue.isPending) return;
    if (!name.trim()) return setMissing("Your name is required");
    setMissing(undefined);
    issue.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-3">
      <Field label="Your name" required error={missing}>
        <Input
          ref={field}
          name="name"
          autoComplete="name"
          maxLength={120}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Button type="submit" variant="brand" loading={issue.isPending} className="w-fit max-sm:w-full">
        Get certificate
      </Button>
    </form>
  );
}
