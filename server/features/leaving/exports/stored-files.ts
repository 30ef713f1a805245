import type { ImageVariant } from "#server/database/schema/accounts.ts";
import type { Queryable } from "#server/database/statement.ts";
import { inBatches } from "#server/database/in-batches.ts";
import { statement } from "#server/database/statement.ts";
import { zipEntryName } from "#server/features/files/safe-file-name.ts";
import type { CsvColumn } from "#server/http/csv.ts";

/** A file or a picture of a creator's. */
export type StoredFile = {
  id: string;
  /** Where in the ZIP it is. */
  path: string;
  name: string;
  mimeType: string;
  /** Null where it was never measured. */
  sizeBytes: number | null;
  isOfBuyer: boolean;
  createdAt: Date;
  /** Null where nothing is stored of it. */
  storageKey: string | null;
};

const batchSize = 500;
const first = "00000000-0000-0000-0000-000000000000";

/** Every stored file and picture of a creator's. */
export async function* listStoredFiles(client: Queryable, ownerId: string): AsyncGenerator<StoredFile> {
  for await (const upload of inBatches(batchSize, (last?: Upload) =>
    selectUploads(client, ownerId, last?.id ?? first, batchSize),
  ))
    yield { ...upload, path: `files/${upload.id}/${zipEntryName(upload.name)}` };
  for await (const image of inBatches(batchSize, (last?: Image) =>
    selectImages(client, ownerId, last?.id ?? first, batchSize),
  )) {
    const largest = image.variants.reduce<ImageVariant | undefined>(
      (best, variant) => (best && rank(best) >= rank(variant) ? best : variant),
      undefined,
    );
    const name = `${image.id}.${largest?.format === "jpeg" ? "jpg" : (largest?.format ?? "jpg")}`;
    yield {
      id: image.id,
      path: `pictures/${name}`,
      name,
      mimeType: `image/${largest?.format ?? "jpeg"}`,
      sizeBytes: null,
      isOfBuyer: false,
      createdAt: image.createdAt,
      storageKey: largest?.storageKey ?? null,
    };
  }
}

/** The largest, and of those what every program opens. */
const rank = ({ width, format }: ImageVariant) => width * 10 + { avif: 0, webp: 1, jpeg: 2 }[format];

/** What they come to: pictures with all of their sizes and uploads that have begun, so rather too much. */
export const sumStoredFiles = async (client: Queryable, ownerId: string): Promise<number> =>
  (await selectUse(client, ownerId))[0]?.bytes ?? 0;

export const storedFileColumns: readonly CsvColumn<StoredFile>[] = [
  { header: "Id", value: ({ id }) => id },
  { header: "In this ZIP", value: ({ path }) => path },
  { header: "Name", value: ({ name }) => name },
  { header: "Type", value: ({ mimeType }) => mimeType },
  { header: "Bytes", value: ({ sizeBytes }) => sizeBytes },
  { header: "Handed in by a buyer", value: ({ isOfBuyer }) => isOfBuyer },
  { header: "Date", value: ({ createdAt }) => createdAt },
];

type Upload = Omit<StoredFile, "path" | "storageKey" | "sizeBytes"> & {
  storageKey: string;
  sizeBytes: number;
};
type Image = { id: string; variants: ImageVariant[]; createdAt: Date };

const selectUploads = statement("leaving_select_uploads")<
  Upload,
  [ownerId: string, after: string, limit: number]
>(`select id, original_name as name, mime_type as "mimeType", size_bytes::float8 as "sizeBytes", customer_id is not null as "isOfBuyer",
          created_at as "createdAt", storage_key as "storageKey"
     from uploads u where owner_id = $1 and state = 'STORED' and id > $2
      -- What a buyer has not handed in is theirs alone.
      and (customer_id is null or exists (select from assignment_files f join assignment_submissions s on s.id = f.submission_id
                                           where f.upload_id = u.id and s.submitted_at is not null))
    order by id limit $3`);

const selectImages = statement("leaving_select_images")<
  Image,
  [ownerId: string, after: string, limit: number]
>(
  `select id, variants, created_at as "createdAt" from images where owner_id = $1 and id > $2 order by id limit $3`,
);

const selectUse = statement("leaving_select_use")<{ bytes: number }, [ownerId: string]>(
  "select bytes::float8 as bytes from storage_use where owner_id = $1",
);
