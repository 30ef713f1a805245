import type { getCertificate } from "#contract/courses/course-progress.ts";
import type { Output } from "#web/api.ts";

export type Certificate = Output<typeof getCertificate>;

/** For people who have its address: no search engine lists who learned what. */
export function certificateHead(certificate: Certificate | undefined) {
  const title = certificate
    ? `${certificate.name} completed ${certificate.courseTitle}`
    : "This certificate is not valid";
  return {
    meta: [
      { title: `${title} | Openstall` },
      { name: "robots", content: "noindex" },
      { property: "og:title", content: title },
      ...(certificate
        ? [{ property: "og:description", content: `A course by ${certificate.creatorName}` }]
        : []),
    ],
  };
}
