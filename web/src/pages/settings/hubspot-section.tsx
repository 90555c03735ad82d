import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { exclusionsQuery } from '../../shared/exclusions/exclusions.ts'
import { ago, formatMoment } from '../../shared/format.ts'
import {
  describeCounts,
  type Hubspot,
  type HubspotRun,
  hubspotQuery,
  hubspotRunsQuery,
  runsShown,
} from '../../shared/hubspot/hubspot.ts'
import { SendDialog } from '../../shared/hubspot/send-to-hubspot.tsx'
import type { Profile } from '../../shared/profile.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'

const scopes = ['crm.objects.contacts', 'crm.objects.companies', 'crm.schemas.contacts', 'crm.schemas.companies']
const refresh = [hubspotQuery.queryKey, hubspotRunsQuery.queryKey]

/** The account's own HubSpot: whether it is connected, what is sent, and what came of it. */
export function HubspotSection({ profile }: { profile: Profile }) {
  const isOpen = profile.api_access.enabled
  const mayManage = profile.scopes.includes('hubspot:manage')
  const { data, error, isPending, refetch } = useQuery({ ...hubspotQuery, enabled: isOpen })
  if (!isOpen) return <p className="text-ink-soft">You need a plan to send contacts to HubSpot.</p>
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton className="h-24 rounded-panel!" />
  const isConnected = data.status !== 'not_connected'
  return (
    <>
      <Section
        title="HubSpot"
        note="Revealed contacts and their stores become contacts and companies. Only empty fields are filled. Opt-outs and erasures are carried over: contacts that Prospector created are deleted at HubSpot, others lose what came from here."
      >
        {isConnected && <Connection hubspot={data} mayManage={mayManage} />}
        {data.status !== 'connected' &&
          (mayManage ? <ConnectForm /> : <p className="text-ink-soft">An owner or admin can connect HubSpot.</p>)}
      </Section>
      {isConnected && <Runs />}
    </>
  )
}

function ConnectForm() {
  const [token, setToken] = useState('')
  const [automatic, setAutomatic] = useState(true)
  const connect = useAction(() => call('connectHubspot', { body: { token: token.trim(), automatic } }), {
    ...{ refresh, done: 'HubSpot is connected.', showsRefusal: true },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate(undefined)
  }
  return (
    <form onSubmit={submit} className="mt-4 flex max-w-140 flex-col gap-4">
      <Field
        label="Token"
        type="password"
        required
        autoComplete="off"
        placeholder="pat-…"
        value={token}
        hint="At HubSpot: Development, Keys, Service keys (or a private app). It is kept sealed and never shown again."
        onChange={(event) => setToken(event.target.value)}
      />
      <p className="text-small text-ink-faint">
        It needs these scopes, to read and to write: <code className="font-mono">{scopes.join(', ')}</code>
      </p>
      <Automatic checked={automatic} onChange={setAutomatic} />
      {connect.error && <ErrorNotice error={connect.error} />}
      <div>
        <Button type="submit" look="primary" isBusy={connect.isPending}>
          Connect HubSpot
        </Button>
      </div>
    </form>
  )
}

function Automatic({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="flex items-center gap-2.5 text-table text-ink">
      <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />
      Send contacts as they are revealed
    </label>
  )
}

function Connection({ hubspot, mayManage }: { hubspot: Hubspot; mayManage: boolean }) {
  const [asked, setAsked] = useState<'send' | 'disconnect' | null>(null)
  const close = () => setAsked(null)
  const change = useAction((automatic: boolean) => call('connectHubspot', { body: { automatic } }), {
    refresh,
    done: ({ automatic }) => ({
      title: automatic ? 'Contacts are sent as they are revealed.' : 'Contacts are sent only when you ask for it.',
      look: 'success',
    }),
  })
  const exclude = useAction(() => call('createHubspotExclusion', { body: {} }), {
    refresh: [...refresh, exclusionsQuery.queryKey],
    done: 'Reading HubSpot into the exclusion list “HubSpot”.',
  })
  const disconnect = useAction(() => call('disconnectHubspot', {}), { refresh, done: 'HubSpot is disconnected.' })
  const isWorking = hubspot.status === 'connected'
  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <div className="min-w-40 flex-1 max-sm:basis-full">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="figures">Account {hubspot.portal_id}</span>
            <Tag>{isWorking ? (hubspot.paused_until ? 'Paused' : 'Connected') : 'Stopped'}</Tag>
          </p>
          <p className="text-small text-ink-faint">{describeState(hubspot)}</p>
        </div>
        {isWorking && <Button onClick={() => setAsked('send')}>Send everything</Button>}
        {isWorking && (
          <Button isBusy={exclude.isPending} onClick={() => exclude.mutate(undefined)}>
            Exclude what it holds
          </Button>
        )}
        {mayManage && <Button onClick={() => setAsked('disconnect')}>Disconnect</Button>}
      </div>
      {mayManage && isWorking && (
        <div className="px-4 py-3">
          <Automatic checked={hubspot.automatic} onChange={(automatic) => change.mutate(automatic)} />
        </div>
      )}
      {asked === 'send' && <SendDialog what={{}} onClose={close} />}
      {asked === 'disconnect' && (
        <ConfirmDialog
          title="Disconnect HubSpot?"
          action="Disconnect"
          isBusy={disconnect.isPending}
          onConfirm={() => disconnect.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p>
            What was sent stays at HubSpot. Opt-outs and erasures do not reach it any more: from then on they are yours
            to carry out.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function describeState({ problem_message, paused_until, failing_since, last_success_at }: Hubspot): string {
  if (problem_message) return problem_message
  if (paused_until) return `HubSpot asked for a pause, or did not answer. It goes on ${formatMoment(paused_until)}.`
  if (failing_since) return `Failing since ${formatMoment(failing_since)}.`
  return last_success_at ? `HubSpot was last reached ${ago(last_success_at)}.` : 'Nothing sent yet.'
}

const kinds: Record<HubspotRun['kind'], string> = {
  push: 'Sent',
  dry_run: 'Dry run',
  erasure: 'Erased',
  exclusion: 'Read into an exclusion list',
}
const statuses: Record<HubspotRun['status'], string> = { running: 'Under way', finished: 'Finished', failed: 'Failed' }

function Runs() {
  const { data, error, refetch } = useQuery(hubspotRunsQuery)
  const runs = data?.data ?? []
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (runs.length === 0) return null
  return (
    <Section title="Runs" note={`The latest ${runsShown}. They are kept for ${limits.hubspotRunDays} days.`}>
      <DataTable
        label="Runs to HubSpot"
        keyOf={({ id }) => id}
        rows={runs}
        columns={[
          {
            head: 'What',
            cell: ({ kind, origin }) => (
              <span className="font-medium">
                {kinds[kind]}
                {origin === 'reveal.created' && ', automatically'}
              </span>
            ),
          },
          { head: 'Status', cell: ({ status }) => statuses[status] },
          { head: 'Result', isWideOnly: true, cell: (run) => <span className="figures">{describeCounts(run)}</span> },
          {
            head: 'When',
            isWideOnly: true,
            cell: (run) => <span className="figures whitespace-nowrap">{formatMoment(run.created_at)}</span>,
          },
        ]}
      />
    </Section>
  )
}
