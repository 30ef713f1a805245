import { useEffect, useRef, useState } from "react";
import type { UploadField } from "#contract/files/accepted-files.ts";
import type { UploadedFile } from "#contract/files/files.ts";
import { ApiError } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { checkChosenFile } from "#web/layout/choose-file.ts";
import { toastUploadError } from "./toast-upload-error.ts";
import { isResumable, sendFile, type Transfer } from "#web/layout/send-file.ts";
import { transferRateMeter, type TransferRate } from "./transfer-rate.ts";
import { cancelUploadsOf } from "#web/layout/unfinished-uploads.ts";

export type UploadStep =
  | { step: "idle" }
  | { step: "sending"; file: File; sentBytes: number; rate: TransferRate | undefined }
  /** All bytes are there; the server examines them. */
  | { step: "examining"; file: File }
  /** The connection broke; what has arrived is kept. */
  | { step: "broken"; file: File; sentBytes: number };

const showEveryMs = 200;

type Options = {
  field: UploadField;
  onDone: (uploaded: UploadedFile) => void;
  onBusyChange?: ((busy: boolean) => void) | undefined;
};

/** One upload at a time, from the chosen file to what the server made of it. Leaving the page pauses it. */
export function useFileUpload({ field, onDone, onBusyChange }: Options) {
  const [state, setState] = useState<UploadStep>({ step: "idle" });
  const transfer = useRef<Transfer>(undefined);
  useEffect(() => () => transfer.current?.pause(), []);

  function start(file: File) {
    const rateAt = transferRateMeter(file.size);
    let sentBytes = 0;
    let shownAt = -showEveryMs;
    const showProgress = (sent: number) => {
      sentBytes = sent;
      const now = performance.now();
      const rate = rateAt(sent, now);
      if (sent < file.size && now - shownAt < showEveryMs) return;
      shownAt = now;
      setState(sent < file.size ? { step: "sending", file, sentBytes, rate } : { step: "examining", file });
    };
    const current = sendFile(file, showProgress, field);
    transfer.current = current;
    setState({ step: "sending", file, sentBytes: 0, rate: undefined });
    onBusyChange?.(true);
    current.done
      .then(
        (uploaded) => {
          setState({ step: "idle" });
          onDone(uploaded);
        },
        (error: unknown) => {
          const goesOn = isResumable(file) && isBroken(error);
          setState(goesOn ? { step: "broken", file, sentBytes } : { step: "idle" });
          toastUploadError(error, field);
        },
      )
      .finally(() => {
        transfer.current = undefined;
        onBusyChange?.(false);
      });
  }

  return {
    state,
    /** Takes a file that was just chosen; says what is wrong with it, if anything. */
    choose(chosen: File) {
      const checked = checkChosenFile(chosen, field);
      if ("problem" in checked) toast(checked.problem);
      else start(checked.file);
    },
    resume() {
      if (state.step === "broken") start(state.file);
    },
    cancel() {
      transfer.current?.cancel();
      if (state.step === "broken") void cancelUploadsOf(state.file);
      setState({ step: "idle" });
    },
  };
}

/** Whether the bytes so far are still good: the server said nothing, or that it is not well. */
const isBroken = (error: unknown) =>
  error instanceof ApiError ? error.status >= 500 || error.status === 423 : !(error instanceof DOMException);
