import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError } from "#web/api.ts";
import { showFieldErrors } from "#web/layout/show-field-errors.ts";
import { toast } from "#web/ui/toast.ts";
import { type AffiliateLink, percentText } from "./affiliate-data.ts";
import { type LinkFormValues, linkFormSchema, rateOf } from "./link-form-schema.ts";
import { useAffiliateSaving } from "./use-affiliate-changes.ts";

/** The form of a new link, or of one that exists, whose product can change and nothing else. */
export function useLinkForm(link: AffiliateLink | undefined, onSaved: () => void) {
  const formId = useId();
  const { createLink, updateLink } = useAffiliateSaving();
  const [suggestions, setSuggestions] = useState<string[]>([]);
  const form = useForm<LinkFormValues>({
    defaultValues: {
      code: link?.code ?? "",
      productId: link?.product?.id ?? "",
      affiliateId: link?.affiliate.id ?? "",
      name: "",
      email: "",
      percent: percentText(0.2),
    },
    resolver: zodResolver(linkFormSchema),
  });

  async function save(values: LinkFormValues) {
    setSuggestions([]);
    const productId = values.productId || null;
    try {
      if (link) await updateLink.mutateAsync({ params: { id: link.id }, body: { productId } });
      else
        await createLink.mutateAsync({
          body: { code: values.code.trim(), productId, ...affiliateOf(values) },
        });
    } catch (error) {
      refuse(error);
      return;
    }
    toast({ title: "Success", description: `Affiliate link ${link ? "updated" : "created"} successfully` });
    onSaved();
  }

  function refuse(error: unknown) {
    showFieldErrors(
      form,
      error,
      (name) => fieldOfInput[name],
      `Failed to ${link ? "update" : "create"} affiliate link`,
    );
    const body: { message?: string; suggestions?: string[] } = error instanceof ApiError ? error.body : {};
    setSuggestions(body.suggestions ?? []);
  }

  return {
    form,
    formId,
    submit: form.handleSubmit(save),
    isSaving: form.formState.isSubmitting,
    /** Free codes like the one that was taken. */
    suggestions,
    applySuggestion: (code: string) => {
      form.setValue("code", code, { shouldDirty: true, shouldValidate: true });
      setSuggestions([]);
      form.setFocus("code");
    },
  };
}

const fieldOfInput: Record<string, keyof LinkFormValues> = {
  code: "code",
  productId: "productId",
  affiliateId: "affiliateId",
  affiliateName: "name",
  affiliateEmail: "email",
  commissionRate: "percent",
};

const affiliateOf = ({ affiliateId, name, email, percent }: LinkFormValues) =>
  affiliateId
    ? { affiliateId }
    : {
        affiliateName: name.trim(),
        ...(email.trim() && { affiliateEmail: email.trim() }),
        commissionRate: rateOf(percent),
      };
