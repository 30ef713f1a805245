import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { callForFile, errorMessage } from "#web/api.ts";
import { Button } from "./button.tsx";
import { toast } from "./toast.ts";

type Props = {
  url: string;
  /** What opens the file, where a cookie does not. */
  headers: Record<string, string>;
  fileName: string;
  /** What is said where the server gives no reason. */
  failure: string;
  /** It was asked for by the link that led here. */
  atOnce: boolean;
  icon: ReactNode;
  variant?: "brand" | "outline";
  size?: "md" | "lg";
  className?: string;
  "aria-label"?: string;
  children: ReactNode;
};

/** Saves a file that the server makes when it is asked for. */
export function SaveFileButton({
  url,
  headers,
  fileName,
  failure,
  atOnce,
  icon,
  children,
  variant = "outline",
  ...look
}: Props) {
  const download = useMutation({
    mutationFn: () => callForFile(url, headers),
    onSuccess(file) {
      const anchor = document.createElement("a");
      anchor.href = URL.createObjectURL(file);
      anchor.download = fileName;
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
    },
    onError: (error) =>
      toast({
        title: "Download Failed",
        description: errorMessage(error, failure),
        variant: "destructive",
      }),
  });
  const { mutate } = download;
  const button = useRef<HTMLButtonElement>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    if (!atOnce || isBegun.current) return;
    isBegun.current = true;
    // Where the browser saves nothing unasked, it is one press away.
    button.current?.focus();
    mutate();
  }, [atOnce, mutate]);
  return (
    <Button ref={button} variant={variant} {...look} loading={download.isPending} onClick={() => mutate()}>
      {!download.isPending && icon}
      {children}
    </Button>
  );
}
