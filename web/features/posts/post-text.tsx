/** A post's text, as the server rendered it: safe HTML whose headings begin at level 4. */
export function PostText({ html }: { html: string }) {
  return <div className="rich-text max-w-3xl" dangerouslySetInnerHTML={{ __html: html }} />;
}
