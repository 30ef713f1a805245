import { readMarkdown } from "#contract/document/markdown-calls.ts";
import { readDocument } from "#contract/document/read-document.ts";
import { Invalid } from "#server/errors.ts";
import type { App } from "#server/http/http.ts";

/** For the editor, where Markdown is pasted: it is read by the parser that reads Markdown everywhere. */
export function documentRoutes(app: App): void {
  app.route({
    ...readMarkdown,
    handler: async (request) => {
      const { documentOfMarkdown } = await import("./document-of-markdown.ts");
      const read = readDocument(documentOfMarkdown(request.body.text));
      if (!("document" in read)) throw Invalid({ text: read.problem });
      return read;
    },
  });
}
