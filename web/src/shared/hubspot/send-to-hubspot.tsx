import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button, Spinner } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { plural } from '../format.ts'
import { useAction } from '../use-action.ts'
import { describeCounts, hubspotRunQuery, hubspotRunsQuery, startRun, useHubspot, type WhatToSend } from './hubspot.ts'

/** Revealed contacts to HubSpot. Not there while HubSpot is not connected. */
export function SendToHubspot({ what, isDisabled = false }: { what: WhatToSend; isDisabled?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (useHubspot()?.status !== 'connected') return null
  return (
    <>
      <Button icon="external" disabled={isDisabled} onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">Send to HubSpot</span>
      </Button>
      {isOpen && <SendDialog what={what} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows what the run would do, before anybody starts it. */
export function SendDialog({ what, onClose }: { what: WhatToSend; onClose: () => void }) {
  const preview = useAction(() => startRun(what, true), { refresh: [hubspotRunsQuery.queryKey], showsRefusal: true })
  const { mutate: look } = preview
  useEffect(() => look(undefined), [look])
  const send = useAction(() => startRun(what, false), {
    refresh: [hubspotRunsQuery.queryKey],
    done: ({ total }) => ({
      title: `Sending ${plural(total, 'contact')} to HubSpot.`,
      detail: 'Settings, HubSpot shows how it goes.',
      look: 'success',
    }),
    showsRefusal: true,
  })
  const error = send.error ?? preview.error
  return (
    <Dialog
      title="Send to HubSpot"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={send.isPending} onClick={() => send.mutate(undefined, { onSuccess: onClose })}>
            Send
          </Button>
        </>
      }
    >
      <p>
        Revealed contacts and their stores become contacts and companies. Only empty fields are filled: what somebody
        wrote stays. It costs no credits.
      </p>
      <div className="mt-3" aria-live="polite">
        {error ? <ErrorNotice error={error} /> : <Preview runId={preview.data?.id ?? null} />}
      </div>
    </Dialog>
  )
}

function Preview({ runId }: { runId: string | null }) {
  const { data: run } = useQuery({ ...hubspotRunQuery(runId ?? ''), enabled: runId !== null })
  if (!run || run.status === 'running') {
    return (
      <p className="flex items-center gap-2 text-table text-ink-faint">
        <Spinner /> Comparing with HubSpot
      </p>
    )
  }
  if (run.status === 'failed') return <p className="text-table">HubSpot could not say what would happen.</p>
  const { kept } = run.counts
  return (
    <p className="figures text-table text-ink" data-testid="hubspot-preview">
      {describeCounts(run)}.
      {kept > 0 &&
        ` ${plural(kept, 'contact differs', 'contacts differ')} at HubSpot in some field, which stays as it is.`}
    </p>
  )
}
