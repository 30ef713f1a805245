import type { ReactNode } from "react";

type MessageProps = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode };

/** In the place of the picture. */
export function VideoMessage({ icon, title, children, action }: MessageProps) {
  return (
    <div className="lesson-video grid place-content-center justify-items-center gap-1 p-4 text-center text-white [&_svg]:size-8">
      {icon}
      <h3 className="mt-2 text-base font-semibold">{title}</h3>
      <p className="text-sm text-white/75">{children}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
