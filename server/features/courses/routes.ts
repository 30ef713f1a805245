import { anyBuyer } from "#contract/any-buyer.ts";
import * as contract from "#contract/courses/courses.ts";
import { canSeeProduct } from "#server/features/access/can-see-product.ts";
import type { App } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getBoughtCourse } from "./bought-course.ts";
import { downloadLessonAttachment } from "./lesson-attachment.ts";
import { readLessonPicture } from "./lesson-picture.ts";
import { getLesson } from "./lesson-detail.ts";
import { courseEditorRoutes } from "./editor/editor-routes.ts";
import { learningRoutes } from "./learning-routes.ts";
import {
  playLessonTextVideo,
  playLessonVideo,
  readLessonCaptions,
  readLessonTextVideoCaptions,
} from "./lesson-video.ts";

export async function courseRoutes(app: App, services: Services): Promise<void> {
  app.route({
    ...contract.getAccess,
    handler: async (request) => {
      const { productId, email } = request.params;
      const purchase = await canSeeProduct(services, request, { productId, email: namedBuyer(email) });
      return { hasAccess: purchase !== undefined };
    },
  });
  app.route({
    ...contract.getLesson,
    handler: (request) =>
      getLesson(services, request, request.params.lessonId, namedBuyer(request.params.email)),
  });
  app.route({
    ...contract.getBoughtCourse,
    handler: (request) => getBoughtCourse(services, request, { ...request.params, ...request.query }),
  });
  app.route({
    ...contract.playLessonVideo,
    handler: (request, reply) => playLessonVideo(services, request, reply, request.params.token),
  });
  app.route({
    ...contract.playLessonTextVideo,
    handler: (request, reply) => playLessonTextVideo(services, request, reply, request.params),
  });
  app.route({
    ...contract.readLessonCaptions,
    handler: (request, reply) => readLessonCaptions(services, request, reply, request.params),
  });
  app.route({
    ...contract.readLessonTextVideoCaptions,
    handler: (request, reply) => readLessonTextVideoCaptions(services, request, reply, request.params),
  });
  app.route({
    ...contract.downloadLessonAttachment,
    handler: (request, reply) => downloadLessonAttachment(services, request, reply, request.params),
  });
  app.route({
    ...contract.readLessonPicture,
    handler: (request, reply) => readLessonPicture(services, request, reply, request.params),
  });
  await learningRoutes(app, services);
  courseEditorRoutes(app, services);
}

const namedBuyer = (email: string): string | undefined =>
  email.trim().toLowerCase() === anyBuyer ? undefined : email;
