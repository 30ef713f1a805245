import { isolated } from "#contract/isolated.ts";
import { useWatch } from "react-hook-form";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { type Affiliate, type AffiliateLink, percentOf } from "./affiliate-data.ts";
import { useLinkForm } from "./use-link-form.ts";

type LinkDialogProps = {
  open: boolean;
  /** The link to edit; undefined for a new one. */
  link: AffiliateLink | undefined;
  affiliates: readonly Affiliate[];
  products: readonly { id: string; title: string }[];
  onClose: () => void;
};

/** Creates a link, for somebody known or somebody new, or changes what it is for. */
export function LinkDialog({ open, link, affiliates, products, onClose }: LinkDialogProps) {
  const { form, formId, submit, isSaving, suggestions, applySuggestion } = useLinkForm(link, onClose);
  const { register, control, formState } = form;
  const { errors } = formState;
  const [affiliateId, percent] = useWatch({ control, name: ["affiliateId", "percent"] });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={link ? "Edit Affiliate Link" : "Create Affiliate Link"}
      description={
        link
          ? `${link.code}, for ${isolated(link.affiliate.name)}`
          : "Every purchase within 30 days of opening it earns the affiliate a commission."
      }
      footer={
        <>
          <Button variant="outline" onClick={onClose} className="max-sm:grow">
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isSaving} className="max-sm:grow">
            {link ? "Save Changes" : "Create Link"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-5">
        {!link && (
          <div className="grid gap-2">
            <Field
              label="Code"
              required
              hint="Stands in the link. Letters, digits, - and _."
              error={errors.code?.message}
            >
              <Input
                maxLength={40}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="JUNE20"
                className="font-mono"
                {...register("code")}
              />
            </Field>
            {suggestions.length > 0 && (
              <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
                Still free:
                {suggestions.map((code) => (
                  <Button
                    key={code}
                    variant="outline"
                    size="sm"
                    onClick={() => applySuggestion(code)}
                    className="font-mono"
                  >
                    {code}
                  </Button>
                ))}
              </p>
            )}
          </div>
        )}
        <Field
          label="Product"
          hint="Sales of other things in the same order count too."
          error={errors.productId?.message}
        >
          <NativeSelect {...register("productId")}>
            <option value="">All products</option>
            {choicesFor(link, products).map(({ id, title }) => (
              <option dir="auto" key={id} value={id}>
                {title}
              </option>
            ))}
          </NativeSelect>
        </Field>
        {!link && affiliates.length > 0 && (
          <Field label="Affiliate" error={errors.affiliateId?.message}>
            <NativeSelect {...register("affiliateId")}>
              <option value="">Somebody new</option>
              {affiliates.map(({ id, name, commissionRate }) => (
                <option key={id} value={id}>
                  {`${isolated(name)}, ${percentOf(commissionRate)}`}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        {!link && !affiliateId && (
          <>
            <Field label="Affiliate's name" required error={errors.name?.message}>
              <Input maxLength={120} autoComplete="off" placeholder="June Ray" {...register("name")} />
            </Field>
            <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_9rem] sm:gap-4">
              <Field
                label="Email"
                aside="Optional"
                hint="They get an invitation, and see their sales when they sign in with it."
                error={errors.email?.message}
              >
                <Input
                  type="email"
                  autoComplete="off"
                  placeholder="june@example.com"
                  {...register("email")}
                />
              </Field>
              <NumberField
                kind="percent"
                text={percent}
                label="Commission"
                required
                error={errors.percent?.message}
                {...register("percent")}
              />
            </div>
          </>
        )}
      </form>
    </Dialog>
  );
}

/** The product of a link stays a choice when it has been deleted since. */
function choicesFor(link: AffiliateLink | undefined, products: LinkDialogProps["products"]) {
  const own = link?.product;
  return own && products.every(({ id }) => id !== own.id) ? [...products, own] : products;
}
