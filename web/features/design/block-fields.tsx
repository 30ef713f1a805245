import type { ReactNode } from "react";
import { longest } from "#contract/design/block-kinds.ts";
import type { Block } from "#contract/design/blocks.ts";
import { videoAddress } from "#contract/design/networks.ts";
import { blockLimits } from "#contract/document/read-document.ts";
import { RichTextField } from "#web/editor/rich-text-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { CouponChoice, JoinNote, RestChoice } from "./block-choices.tsx";
import { FaqFields, SocialFields } from "./block-lists.tsx";
import { PictureChoice } from "./picture-choice.tsx";
import { GroupChoice, ProductChoice } from "./product-choice.tsx";
import { ReviewChoice } from "./review-choice.tsx";
import { AddressInput, TextInput } from "./text-inputs.tsx";

type Props = { block: Block; onChange: (block: Block) => void };

/** What can be said of a block. */
export function BlockFields({ block, onChange }: Props): ReactNode {
  const title = (placeholder: string) =>
    "title" in block && (
      <TextInput
        label="Title"
        value={block.title}
        onChange={(title) => onChange({ ...block, title })}
        maxLength={longest.title}
        placeholder={placeholder}
      />
    );
  switch (block.kind) {
    case "products":
      return (
        <>
          {title("Products & Courses")}
          <RestChoice value={block.isRest} onChange={(isRest) => onChange({ ...block, isRest })} />
        </>
      );
    case "product":
    case "event":
      return (
        <ProductChoice
          isEvent={block.kind === "event"}
          value={block.productId}
          onChange={(productId) => onChange({ ...block, productId })}
        />
      );
    case "group":
      return (
        <>
          {title("Start here")}
          <GroupChoice
            value={block.productIds}
            onChange={(productIds) => onChange({ ...block, productIds })}
          />
        </>
      );
    case "link":
      return (
        <>
          <TextInput
            label="Words on the button"
            value={block.label}
            onChange={(label) => onChange({ ...block, label })}
            maxLength={longest.label}
            placeholder="My newsletter"
          />
          <AddressInput
            label="Leads to"
            value={block.address}
            onChange={(address) => onChange({ ...block, address })}
            hint="A page, an email address, or tel: and a number."
          />
        </>
      );
    case "social":
      return (
        <SocialFields value={block.addresses} onChange={(addresses) => onChange({ ...block, addresses })} />
      );
    case "text":
      return (
        <Field label="Text">
          <RichTextField
            label="Text"
            limits={blockLimits}
            value={block.document}
            onChange={(document) => onChange({ ...block, document })}
          />
        </Field>
      );
    case "picture":
      return (
        <>
          <PictureChoice
            label="Picture"
            imageId={block.imageId}
            onChange={(imageId) => onChange({ ...block, imageId })}
          />
          <TextInput
            label="What it shows"
            value={block.alt}
            onChange={(alt) => onChange({ ...block, alt })}
            maxLength={longest.alt}
            hint="For who cannot see it; leave it empty for decoration."
          />
          <AddressInput
            label="Leads to"
            value={block.address}
            onChange={(address) => onChange({ ...block, address })}
            hint="Leave it empty where it leads nowhere."
          />
        </>
      );
    case "video":
      return (
        <>
          <AddressInput
            label="Video on YouTube or Vimeo"
            value={block.address}
            read={videoAddress}
            problem="Use the address of a video on YouTube or Vimeo."
            placeholder="https://youtu.be/…"
            onChange={(address) => onChange({ ...block, address })}
          />
          {title("Watch the video")}
          <PictureChoice
            label="Picture"
            shape="cover"
            imageId={block.imageId}
            onChange={(imageId) => onChange({ ...block, imageId })}
          />
        </>
      );
    case "testimonial":
      return (
        <ReviewChoice value={block.reviewId} onChange={(reviewId) => onChange({ ...block, reviewId })} />
      );
    case "coupon":
      return (
        <>
          <CouponChoice value={block.couponId} onChange={(couponId) => onChange({ ...block, couponId })} />
          {title("What it gives")}
        </>
      );
    case "join":
      return <JoinNote />;
    case "faq":
      return (
        <>
          {title("Questions and answers")}
          <FaqFields value={block.questions} onChange={(questions) => onChange({ ...block, questions })} />
        </>
      );
    default:
      return block satisfies never;
  }
}
