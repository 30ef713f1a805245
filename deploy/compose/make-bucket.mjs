/** Makes the bucket that S3_BUCKET names, unless it is there. Waits for no store: whoever starts this starts it again. */
import { CreateBucketCommand, HeadBucketCommand, S3Client } from "@aws-sdk/client-s3";

const needed = (/** @type {string} */ name) => {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is missing`);
  process.exit(1);
};

const client = new S3Client({
  endpoint: needed("S3_ENDPOINT"),
  region: process.env["S3_REGION"] || "us-east-1",
  forcePathStyle: true,
  credentials: { accessKeyId: needed("S3_ACCESS_KEY_ID"), secretAccessKey: needed("S3_SECRET_ACCESS_KEY") },
});
const Bucket = needed("S3_BUCKET");

const isThere = await client.send(new HeadBucketCommand({ Bucket })).then(
  () => true,
  (error) => {
    if (error.$metadata?.httpStatusCode === 404) return false;
    throw error;
  },
);
if (!isThere) await client.send(new CreateBucketCommand({ Bucket }));
console.log(`The bucket ${Bucket} ${isThere ? "is there" : "was made"}.`);
