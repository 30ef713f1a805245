import { z } from "zod";

const text = z.string().trim().min(1).optional();

/** The variables of where files are kept, and of how much. */
export const storageEnvironment = {
  S3_BUCKET: text,
  S3_ENDPOINT: text,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  UNPAID_STORAGE_GIB: z.coerce.number().positive().max(50).default(2),
  UNPAID_STORAGE_TOTAL_GIB: z.coerce.number().positive().max(1_000_000).default(50),
  EXPORTS_STORAGE_TOTAL_GIB: z.coerce.number().positive().max(1_000_000).default(100),
};
type Environment = z.infer<z.ZodObject<typeof storageEnvironment>>;

export type FileStorage =
  | { adapter: "folder" }
  | {
      adapter: "s3";
      bucket: string;
      endpoint: string | undefined;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export function filesOf(env: Environment): FileStorage {
  if (!env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) return { adapter: "folder" };
  return {
    adapter: "s3",
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION ?? "us-east-1",
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
}

/** What an account without a plan or sales may store, and all of them together, in bytes. */
export const unpaidStorageOf = (env: Environment): { accountBytes: number; totalBytes: number } => ({
  accountBytes: Math.floor(env.UNPAID_STORAGE_GIB * 1024 ** 3),
  totalBytes: Math.floor(env.UNPAID_STORAGE_TOTAL_GIB * 1024 ** 3),
});

/** What all exports of everything may store together, in bytes. */
export const exportsStorageOf = (env: Environment): { totalBytes: number } => ({
  totalBytes: Math.floor(env.EXPORTS_STORAGE_TOTAL_GIB * 1024 ** 3),
});

export const wrongStorage = (env: Environment): string[] => [
  ...(env.S3_ENDPOINT && !/^https?:$/.test(URL.parse(env.S3_ENDPOINT)?.protocol ?? "")
    ? ["S3_ENDPOINT must be a URL, such as https://s3.example.com"]
    : []),
  ...(env.UNPAID_STORAGE_GIB > env.UNPAID_STORAGE_TOTAL_GIB
    ? [
        "UNPAID_STORAGE_GIB is larger than UNPAID_STORAGE_TOTAL_GIB, the limit for all unpaid accounts together",
      ]
    : []),
];
