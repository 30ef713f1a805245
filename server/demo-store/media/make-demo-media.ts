import { DEMO_CREATOR } from "#server/demo-store/content/demo-creator.ts";
import {
  PRICING_PLAYBOOK,
  RED_FLAGS_CHECKLIST,
  STUDIO_OS_FILES,
} from "#server/demo-store/content/demo-documents.ts";
import { DEMO_PRODUCTS } from "#server/demo-store/content/demo-products.ts";
import { makeAvatar } from "./make-avatar.ts";
import { makeCover } from "./make-cover.ts";
import { makePdf } from "./make-pdf.ts";
import { makeVideo } from "./make-video.ts";
import { makeZip } from "./make-zip.ts";

export type DemoMedia = {
  avatar: Buffer;
  /** PNG covers by product slug. */
  covers: Map<string, Buffer>;
  /** What buyers download, by the product's `fileName`. */
  files: Map<string, Buffer>;
  /** MP4 videos by lesson slug. */
  videos: Map<string, Buffer>;
};

/** Makes every picture, document and video of the demo store, side by side; some seconds on two cores. */
export async function makeDemoMedia(): Promise<DemoMedia> {
  const author = `${DEMO_CREATOR.firstName} ${DEMO_CREATOR.lastName}`;
  const [videos, covers, avatar, playbook, checklist, templates] = await Promise.all([
    makeVideos(),
    makeCovers(),
    makeAvatar({ name: author, seed: DEMO_CREATOR.avatarSeed }),
    makePdf({ ...PRICING_PLAYBOOK, author }),
    makePdf({ ...RED_FLAGS_CHECKLIST, author }),
    makeZip(STUDIO_OS_FILES),
  ]);
  const files = new Map([
    ["pricing-playbook.pdf", playbook],
    ["red-flags-checklist.pdf", checklist],
    ["studio-os-templates.zip", templates],
  ]);
  return { avatar, covers, files, videos };
}

async function makeCovers(): Promise<Map<string, Buffer>> {
  return new Map(
    await Promise.all(
      DEMO_PRODUCTS.map(
        async ({ title, slug, cover }) => [slug, await makeCover({ title, seed: slug, ...cover })] as const,
      ),
    ),
  );
}

/** Two at a time: every video works in a thread of its own, and more threads than cores only cost memory. */
async function makeVideos(): Promise<Map<string, Buffer>> {
  const waiting = DEMO_PRODUCTS.flatMap(({ modules }) => modules)
    .flatMap(({ lessons }) => lessons)
    .filter(({ video }) => video);
  const videos = new Map<string, Buffer>();
  const work = async () => {
    for (let lesson = waiting.shift(); lesson; lesson = waiting.shift()) {
      const { slug, title, keyPoints, durationSeconds } = lesson;
      videos.set(slug, await makeVideo({ title, keyPoints, seconds: durationSeconds, seed: slug }));
    }
  };
  await Promise.all([work(), work()]);
  return videos;
}
