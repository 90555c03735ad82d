import { download } from '../../api/call.ts'
import { isJobUnderWay, jobsQuery } from '../../api/queries.ts'
import { formatCount, formatMoment, plural } from '../../shared/format.ts'
import { describeJob } from '../../shared/jobs/describe-job.ts'
import { createJob, type Job, useJobs } from '../../shared/jobs/jobs.ts'
import { createList, deleteList, listsQuery } from '../../shared/lists/lists.ts'
import { paths } from '../../shared/paths.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { joinColumns } from './own-columns.ts'

/** Up to here somebody waits for the answer; above it the server works in the background. */
export const immediateMax = 1_000

const cacheName = 'prospector.lookups'
const addressOf = (jobId: string): string => `/lookups/${jobId}`

/** The file stays in this browser: its own columns are no business of the server. */
async function keepFile(jobId: string, text: string): Promise<void> {
  const cache = await globalThis.caches?.open(cacheName).catch(() => null)
  // Without it the download has the results alone.
  await cache?.put(addressOf(jobId), new Response(text)).catch(() => {})
}

async function readKept(jobId: string): Promise<string | null> {
  const cache = await globalThis.caches?.open(cacheName).catch(() => null)
  return (await (await cache?.match(addressOf(jobId)))?.text()) ?? null
}

/** A job for the whole file, whose stores go into a list. */
export function useStartLookup() {
  return useAction(
    async ({ domains, text }: { domains: string[]; text: string }) => {
      const name = `Enriched ${formatMoment(new Date().toISOString())}`
      const list = await createList({ name, kind: 'stores', private: false })
      const job = await createJob({ kind: 'enrich', domains, add_to_list_id: list.id }, crypto.randomUUID()).catch(
        async (error: unknown) => {
          await deleteList(list.id).catch(() => {})
          throw error
        },
      )
      await keepFile(job.id, text)
      return domains.length
    },
    {
      refresh: [listsQuery.queryKey, jobsQuery.queryKey],
      done: (count) => ({ title: `Looking up ${plural(count, 'domain')}. You can close this tab.` }),
    },
  )
}

async function saveResults({ id }: Job): Promise<void> {
  const results = await new Blob(await download('getJobResults', { params: { job_id: id } })).text()
  const file = await readKept(id)
  saveFile(
    new Blob([file === null ? results : joinColumns(file, results)], { type: 'text/csv' }),
    'enriched-stores.csv',
  )
}

/** Lookups of whole files: how far they are, their spreadsheet, and the list of their stores. */
export function Lookups() {
  const jobs = useJobs().filter(({ kind }) => kind === 'enrich')
  if (jobs.length === 0) return null
  return (
    <div className="mt-8">
      <Section title="Lookups" note="Results are kept for 30 days.">
        <Panel>
          {jobs.map((job) => (
            <Lookup key={job.id} job={job} />
          ))}
        </Panel>
      </Section>
    </div>
  )
}

function Lookup({ job }: { job: Job }) {
  const { counts, created_at: createdAt, list_id: listId } = job
  const save = useAction(saveResults)
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3 text-table" data-testid="lookup">
      <div className="min-w-48 flex-1">
        <p role="status" className="figures font-medium">
          {describeJob(job)}
        </p>
        <p className="figures text-small text-ink-faint">
          {formatCount(counts.done)} of {plural(counts.total, 'domain')} · {formatMoment(createdAt)}
        </p>
        {isJobUnderWay(job) && <Meter value={counts.done} max={counts.total} look="ink" label="Domains looked up" />}
      </div>
      <Button icon="download" disabled={counts.done === 0} isBusy={save.isPending} onClick={() => save.mutate(job)}>
        Download CSV
      </Button>
      {listId && (counts.found ?? 0) > 0 && (
        <ButtonLink to={paths.list(listId)} look="secondary">
          Open the list of stores
        </ButtonLink>
      )}
    </div>
  )
}
