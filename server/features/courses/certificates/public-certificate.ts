import type { Certificate } from "#contract/courses/course-progress.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { readCertificateCode } from "./certificate-code.ts";
import { selectCertificate } from "./certificate-rows.ts";

/**
 * A certificate for anyone who checks it. Throws the same 404 for an unknown code and for one whose order no longer opens
 * the course.
 */
export async function getCertificate({ pool, clock }: Services, typedCode: string): Promise<Certificate> {
  const code = readCertificateCode(typedCode);
  const [certificate] = code ? await selectCertificate(pool, code, clock.now()) : [];
  if (!certificate) throw NotFound("Certificate not found");
  return certificate;
}
