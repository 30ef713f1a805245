import { useFormContext, useWatch } from "react-hook-form";
import { defaultButtonTitle, longestButtonTitle } from "#contract/social/automatic-replies.ts";
import type { LinkTarget } from "#contract/social/reply-link.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";

/** What forms of replies hold about the link, each as it is typed. */
export type ReplyLinkValues = {
  /** Blank: by the product's price. */
  linkTarget: LinkTarget | "";
  buttonTitle: string;
  couponCode: string;
};

export const noReplyLink: ReplyLinkValues = { linkTarget: "", buttonTitle: "", couponCode: "" };

/** What is linked: nothing, the store or the list, or a product of this type. */
type Linked = { type: string } | undefined;

export const isElsewhere = (target: ReplyLinkValues["linkTarget"]): target is "STORE" | "LIST" =>
  target === "STORE" || target === "LIST";

/** What a reply's button says. */
export const buttonTitleOf = (
  { linkTarget, buttonTitle }: Pick<ReplyLinkValues, "linkTarget" | "buttonTitle">,
  product: Linked,
): string => buttonTitle.trim() || defaultButtonTitle(linkTarget || "PAGE", product?.type);

type ReplyLinkFieldsProps = {
  product: Linked;
  /** The platform has buttons. */
  hasButtons: boolean;
  /** Where it may lead besides. */
  targets: readonly LinkTarget[];
};

/** Where the link of a reply leads, what its button says, and the coupon that it brings along. */
export function ReplyLinkFields({ product, hasButtons, targets }: ReplyLinkFieldsProps) {
  const { control, register, formState } = useFormContext<ReplyLinkValues>();
  const [linkTarget, buttonTitle] = useWatch({ control, name: ["linkTarget", "buttonTitle"] });
  const { errors } = formState;
  const isLinked = product !== undefined || isElsewhere(linkTarget);
  const byPrice = product ? "Product page, or the checkout if it's free" : "No link";
  return (
    <>
      <Field label="Link leads to" error={errors.linkTarget?.message}>
        <NativeSelect {...register("linkTarget")}>
          <option value="">{byPrice}</option>
          {targets.map((target) => (
            <option key={target} value={target}>
              {targetNames[target]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {isLinked && hasButtons && (
        <Field
          label="Button title"
          aside={`${Array.from(buttonTitle).length} / ${longestButtonTitle}`}
          error={errors.buttonTitle?.message}
        >
          <Input
            maxLength={longestButtonTitle}
            autoComplete="off"
            placeholder={defaultButtonTitle(linkTarget || "PAGE", product?.type)}
            {...register("buttonTitle")}
          />
        </Field>
      )}
      {isLinked && linkTarget !== "LIST" && (
        <Field
          label="Coupon code"
          aside="Optional"
          hint="Already applied when they get to the checkout."
          error={errors.couponCode?.message}
        >
          <Input maxLength={60} autoComplete="off" autoCapitalize="characters" {...register("couponCode")} />
        </Field>
      )}
    </>
  );
}

const targetNames: Record<LinkTarget, string> = {
  PAGE: "Product page",
  CHECKOUT: "Checkout",
  STORE: "Your store",
  LIST: "Join your mailing list",
};

/** What the server is told about the link. */
export const linkInputOf = ({ linkTarget, buttonTitle, couponCode }: ReplyLinkValues) => ({
  linkTarget: linkTarget || null,
  buttonTitle: buttonTitle.trim(),
  couponCode: couponCode.trim(),
});
