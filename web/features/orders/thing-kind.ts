import { kindOfThing } from "#contract/catalog/product-kind.ts";
import type { OrderItem } from "./use-order.ts";

/** What a bought product is, in words: "PDF, 2.4 MB", "Course". */
export const thingKind = ({
  type,
  digitalFileType,
  digitalFileName,
  digitalFileSize,
}: OrderItem["product"]): string =>
  kindOfThing({ type, fileType: digitalFileType, fileName: digitalFileName, fileSize: digitalFileSize });
