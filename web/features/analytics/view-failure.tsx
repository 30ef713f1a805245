import { ChartNoAxesColumn } from "lucide-react";
import { LoadFailure } from "#web/layout/load-failure.tsx";

type ViewFailureProps = { title: string; error: Error; retry: () => void };

/** In place of figures that could not be loaded. */
export const ViewFailure = ({ title, error, retry }: ViewFailureProps) => (
  <LoadFailure icon={ChartNoAxesColumn} title={title} level={3} error={error} retry={retry} />
);
