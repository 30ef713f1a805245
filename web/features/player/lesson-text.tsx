/** A lesson's text, as the server rendered it from Markdown: safe HTML whose headings begin at level 4. */
export function LessonText({ html }: { html: string | null }) {
  return (
    <div className="max-w-3xl px-5 py-6 sm:px-8">
      <h3 className="text-base font-semibold">Lesson Content</h3>
      {html === null ? (
        <p className="mt-3 text-muted-foreground">No content available for this lesson yet.</p>
      ) : (
        <div className="rich-text mt-3" dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  );
}
