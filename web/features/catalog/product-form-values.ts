import type { BillingInterval, listMyProducts, ProductInput, ProductType } from "#contract/catalog.ts";
import type { UploadedFile } from "#contract/files.ts";
import type { Picture } from "#contract/values.ts";
import type { Output } from "#web/api.ts";

export type MyProduct = Output<typeof listMyProducts>[number];

/** An uploaded cover: its id is what the server is told, the picture is what is shown. */
export type Cover = { id: string; picture: Picture };

/** The form as it is typed: money in dollars, numbers as text, "" where no type is chosen yet. */
export type ProductFormValues = {
  title: string;
  slug: string;
  description: string;
  type: ProductType | "";
  price: string;
  originalPrice: string;
  billingInterval: Exclude<BillingInterval, "ONE_TIME">;
  featured: boolean;
  active: boolean;
  cover: Cover | null;
  fileSource: "UPLOAD" | "LINK";
  file: UploadedFile | null;
  externalUrl: string;
  downloadButtonText: string;
  expirationDays: string;
  limitDownloads: boolean;
  maxDownloads: string;
  deliveryNote: string;
};

/** The form once it has been checked: money in cents. */
export type CheckedProduct = Omit<ProductFormValues, "type" | "price" | "originalPrice"> & {
  type: ProductType;
  price: number;
  originalPrice: number | null;
};

/** Where the server's word about a field stands in the form. */
export const fieldOfInput: Partial<Record<string, keyof ProductFormValues>> = {
  title: "title",
  slug: "slug",
  description: "description",
  type: "type",
  priceCents: "price",
  originalPriceCents: "originalPrice",
  billingInterval: "billingInterval",
  coverImageId: "cover",
  digitalFileType: "file",
  digitalFileUrl: "file",
  digitalFileExternalUrl: "externalUrl",
  downloadButtonText: "downloadButtonText",
  digitalExpirationDays: "expirationDays",
  maxDownloads: "maxDownloads",
  deliveryNote: "deliveryNote",
};

export const newProductValues: ProductFormValues = {
  title: "",
  slug: "",
  description: "",
  type: "",
  price: "",
  originalPrice: "",
  billingInterval: "MONTH",
  featured: false,
  active: true,
  cover: null,
  fileSource: "UPLOAD",
  file: null,
  externalUrl: "",
  downloadButtonText: "Download Here",
  expirationDays: "30",
  limitDownloads: false,
  maxDownloads: "3",
  deliveryNote: "",
};

/** A product as the form shows it. */
export function valuesOfProduct(product: MyProduct): ProductFormValues {
  return {
    title: product.title,
    slug: product.slug,
    description: product.description,
    type: product.type,
    price: dollarsOf(product.priceCents),
    originalPrice: product.originalPriceCents === null ? "" : dollarsOf(product.originalPriceCents),
    billingInterval: product.billingInterval === "YEAR" ? "YEAR" : "MONTH",
    featured: product.featured,
    active: product.active,
    cover:
      product.coverImageId && product.cover ? { id: product.coverImageId, picture: product.cover } : null,
    fileSource: product.digitalFileType ?? "UPLOAD",
    file: fileOfProduct(product),
    externalUrl: product.digitalFileExternalUrl ?? "",
    downloadButtonText: product.downloadButtonText,
    expirationDays: String(product.digitalExpirationDays),
    limitDownloads: product.maxDownloads !== null,
    maxDownloads: String(product.maxDownloads ?? 3),
    deliveryNote: product.deliveryNote ?? "",
  };
}

/** What the server is told. Fields that another type had are cleared; on a new product there are none. */
export function inputOfValues(values: CheckedProduct, previousType?: ProductType): ProductInput {
  const typeChanged = previousType !== undefined && previousType !== values.type;
  return {
    title: values.title,
    slug: values.slug,
    description: values.description,
    type: values.type,
    priceCents: values.price,
    originalPriceCents: values.originalPrice,
    currency: "usd",
    billingInterval: values.type === "MEMBERSHIP" ? values.billingInterval : "ONE_TIME",
    featured: values.featured,
    active: values.active,
    coverImageId: values.cover?.id ?? null,
    ...(values.type === "DOWNLOAD" ? digitalInput(values) : typeChanged && noDigitalInput),
    ...(isDeliveredByHand(values.type)
      ? { deliveryNote: values.deliveryNote.trim() || null }
      : typeChanged && { deliveryNote: null }),
  };
}

/** Whether buyers need to be told how they get it. */
export const isDeliveredByHand = (type: ProductType | ""): boolean =>
  type === "BOOKING_LINK" || type === "EVENT" || type === "SERVICE" || type === "PHYSICAL";

function digitalInput(values: CheckedProduct) {
  const upload = values.fileSource === "UPLOAD";
  return {
    digitalFileType: values.fileSource,
    digitalFileUrl: upload ? (values.file?.storagePath ?? null) : null,
    digitalFileExternalUrl: upload ? null : values.externalUrl.trim(),
    downloadButtonText: values.downloadButtonText.trim() || newProductValues.downloadButtonText,
    digitalExpirationDays: Number(values.expirationDays),
    maxDownloads: values.limitDownloads ? Number(values.maxDownloads) : null,
  };
}

const noDigitalInput = { digitalFileType: null, digitalFileUrl: null, digitalFileExternalUrl: null };

function fileOfProduct(product: MyProduct): UploadedFile | null {
  if (!product.digitalFileUrl) return null;
  const fileName = product.digitalFileName ?? "";
  return {
    success: true,
    fileName,
    size: product.digitalFileSize ?? 0,
    mimeType: product.digitalFileMimeType ?? "",
    storagePath: product.digitalFileUrl,
    originalName: product.digitalFileOriginalName ?? fileName,
  };
}

const dollarsOf = (cents: number) => (cents / 100).toFixed(2);
