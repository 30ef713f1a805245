import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, LogOut, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import {
  endMemberBrowser,
  exportMemberData,
  listMemberBrowsers,
  signOutMember,
} from "#contract/buyers/buyers.ts";
import { apiKey, apiMutation, apiQuery, callApi } from "#web/api.ts";
import { useFileExport } from "#web/layout/use-file-export.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { toast } from "#web/ui/toast.ts";
import { BrowserList } from "#web/layout/browser-list.tsx";

// Few come to have their data deleted.
const EraseDialog = loadable(async () => (await import("./erase-dialog.tsx")).EraseDialog);

type Props = {
  email: string;
  /** Nobody is known in this browser any more. */
  onSignedOut: () => void;
};

/** What a buyer can do about being known here: sign out, other browsers, their data. */
export function MemberAccount({ email, onSignedOut }: Props) {
  // Undefined until the dialog has been asked for.
  const [erasing, setErasing] = useState<boolean>();
  const signOut = useMutation(apiMutation(signOutMember));

  const leave = () =>
    signOut.mutate(
      {},
      {
        onSuccess: () => {
          toast({ title: "Signed out", description: "This browser no longer opens your purchases." });
          onSignedOut();
        },
        onError: () =>
          toast({
            title: "Error",
            description: "You could not be signed out. Please try again.",
            variant: "destructive",
          }),
      },
    );
  const { isExporting, exportData } = useFileExport(async () => ({
    fileName: "openstall-data.json",
    content: await callApi(exportMemberData),
  }));

  return (
    <section aria-labelledby="member-account" className="grid gap-5">
      <h2 id="member-account" className="text-xl font-semibold tracking-tight">
        Your access and data
      </h2>
      <Card>
        <CardHeader
          level={3}
          title="Browsers that open your purchases"
          description="Each stays signed in for 30 days after it was verified."
          action={
            <Button variant="outline" onClick={leave} loading={signOut.isPending}>
              {!signOut.isPending && <LogOut aria-hidden="true" />}
              Sign Out
            </Button>
          }
        />
        <CardBody>
          <MemberBrowsers />
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          level={3}
          title="Your data"
          description={
            <>
              What is kept about <span className="break-all">{email}</span>: as a file, or removed for good.
            </>
          }
        />
        <CardBody className="flex flex-wrap gap-3">
          <Button
            variant="outline"
            onClick={() => void exportData()}
            loading={isExporting}
            className="max-sm:w-full"
          >
            {!isExporting && <Download aria-hidden="true" />}
            Download my data
          </Button>
          <Button variant="outline" onClick={() => setErasing(true)} className="max-sm:w-full">
            <Trash2 aria-hidden="true" />
            Delete my data
          </Button>
        </CardBody>
      </Card>
      {erasing !== undefined && (
        <Suspense>
          <EraseDialog open={erasing} onOpenChange={setErasing} email={email} onErased={onSignedOut} />
        </Suspense>
      )}
    </section>
  );
}

/** Every browser in which the address is proved, and a way to end each of the others. */
function MemberBrowsers() {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery({ ...apiQuery(listMemberBrowsers), staleTime: 0 });
  const end = useMutation({
    ...apiMutation(endMemberBrowser),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKey(listMemberBrowsers) }),
  });
  return (
    <BrowserList
      browsers={data}
      isError={isError}
      onSignOut={({ id }) => end.mutateAsync({ params: { id } })}
      consequence="will have to verify your email again"
    />
  );
}
