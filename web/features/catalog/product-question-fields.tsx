import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { mostQuestions } from "#contract/catalog/product-question.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { ProductFormValues } from "./product-form-values.ts";

/** Of the form only what stands here: the paths into a description, whose blocks hold blocks, have no end. */
type Questions = Pick<ProductFormValues, "questions">;

/** What buyers ask before they buy, with the answers, in the order of the product's page. */
export function ProductQuestionFields() {
  const { control, register, formState } = useFormContext<Questions>();
  const { fields, append, remove, swap } = useFieldArray({ control, name: "questions" });
  const problems = formState.errors.questions;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted-foreground">
        They stand on the product's page, for whoever is not sure yet.
      </p>
      {fields.length > 0 && (
        <ol className="grid gap-4">
          {fields.map((field, index) => {
            const name = `question ${index + 1}`;
            return (
              <li
                key={field.id}
                aria-label={`Question ${index + 1}`}
                className="grid gap-4 rounded-xl border border-border p-4"
              >
                <Field label={`Question ${index + 1}`} required error={problems?.[index]?.question?.message}>
                  <Input
                    maxLength={200}
                    placeholder="Which programs do I need?"
                    {...register(`questions.${index}.question`)}
                  />
                </Field>
                <Field label="Answer" required error={problems?.[index]?.answer?.message}>
                  <Textarea maxLength={2000} {...register(`questions.${index}.answer`)} />
                </Field>
                <div className="flex justify-end gap-1">
                  <IconButton
                    label={`Move ${name} up`}
                    disabled={index === 0}
                    onClick={() => swap(index, index - 1)}
                  >
                    <ArrowUp />
                  </IconButton>
                  <IconButton
                    label={`Move ${name} down`}
                    disabled={index === fields.length - 1}
                    onClick={() => swap(index, index + 1)}
                  >
                    <ArrowDown />
                  </IconButton>
                  <IconButton label={`Remove ${name}`} onClick={() => remove(index)}>
                    <Trash2 />
                  </IconButton>
                </div>
              </li>
            );
          })}
        </ol>
      )}
      {problems?.message && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {problems.message}
        </p>
      )}
      {fields.length < mostQuestions && (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={() => append({ question: "", answer: "" })}
        >
          <Plus aria-hidden="true" />
          Add a question
        </Button>
      )}
    </div>
  );
}
