/** A lesson's text, as the server rendered it: safe HTML whose headings begin at level 4. */
export function LessonText({ html }: { html: string | null }) {
  return (
    <div className="max-w-3xl px-5 py-6 sm:px-8">
      <h3 className="text-base font-semibold">Lesson Content</h3>
      {html === null ? (
        <p className="mt-3 text-muted-foreground">No content available for this lesson yet.</p>
      ) : (
        <SafeHtml html={html} className="mt-3" />
      )}
    </div>
  );
}

/** Safe HTML of the server's, without a heading of its own: an assignment's task, say. */
export const SafeHtml = ({ html, className = "" }: { html: string; className?: string }) => (
  <div className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
);
