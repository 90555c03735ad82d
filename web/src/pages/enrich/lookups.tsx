import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../api/limits.ts'
import { isJobUnderWay, jobsQuery } from '../../api/queries.ts'
import { formatCount, formatMoment, plural } from '../../shared/format.ts'
import { describeJob, nounOf } from '../../shared/jobs/describe-job.ts'
import { jobSender } from '../../shared/jobs/job-sender.ts'
import type { Job } from '../../shared/jobs/jobs.ts'
import { readResults, saveSheet } from '../../shared/jobs/save-results.ts'
import { createList, listsQuery } from '../../shared/lists/lists.ts'
import { paths } from '../../shared/paths.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { addPeople } from './add-people.ts'
import { keepFile, readKept, readPeopleJobs } from './kept-files.ts'
import { joinColumns } from './own-columns.ts'
import { RevealPeople } from './reveal-people.tsx'
import { useKeptJobs } from './use-kept-jobs.ts'

/** Up to here somebody waits for the answer; above it the server works in the background. */
export const immediateMax = 1_000

/** A job for the whole file, whose stores go into a list. */
export function useStartLookup() {
  const [send] = useState(jobSender)
  return useAction(
    async ({ domains, text }: { domains: string[]; text: string }) => {
      const job = await send(domains, async () => {
        const name = `Enriched ${formatMoment(new Date().toISOString())}`
        const { id } = await createList({ name, kind: 'stores', private: false })
        return { body: { kind: 'enrich', domains, add_to_list_id: id }, newListId: id }
      })
      await keepFile(job.id, text)
      return domains.length
    },
    {
      refresh: [listsQuery.queryKey, jobsQuery.queryKey],
      done: (count) => ({ title: `Looking up ${plural(count, 'domain')}. You can close this tab.` }),
    },
  )
}

/** What was found, next to the file's own columns where this browser has it. */
async function sheetOf(job: Job): Promise<string> {
  const [results, file] = await Promise.all([readResults(job), readKept(job.id)])
  return file === null ? results : joinColumns(file, results)
}

/** People who were revealed, next to the file and its stores where this browser has them. */
async function peopleSheetOf(job: Job): Promise<string> {
  const [results, file] = await Promise.all([readResults(job), readKept(job.id)])
  return file === null ? results : addPeople(file, results)
}

/** Lookups of whole files, and the people who were revealed for them: how far they are, their spreadsheet and their list. */
export function Lookups({ areOfPeople = false }: { areOfPeople?: boolean }) {
  const ofPeople = new Set(readPeopleJobs())
  const jobs = useKeptJobs().filter(({ kind, id }) => (kind === 'enrich' && !areOfPeople) || ofPeople.has(id))
  if (jobs.length === 0) return null
  return (
    <div className={areOfPeople ? 'mb-6' : 'mt-8'}>
      <Section
        title={areOfPeople ? 'People revealed from lookups' : 'Lookups'}
        note={`Results are kept for ${limits.jobResultDays} days.`}
      >
        <Panel>
          {jobs.map((job) => (
            <Lookup key={job.id} job={job} />
          ))}
        </Panel>
      </Section>
    </div>
  )
}

/** Lines may name a store twice, and a list has an end: why the list holds fewer stores than lines were found. */
function describeList(found: number, listed: number): string {
  if (listed >= found) return ''
  if (listed >= limits.listItemsMax) return ` · the list holds the first ${formatCount(limits.listItemsMax)} stores`
  return ` · the list holds ${plural(listed, 'store')}, each once`
}

function Lookup({ job }: { job: Job }) {
  const { kind, counts, created_at: createdAt, list_id: listId } = job
  const isOfStores = kind === 'enrich'
  const found = counts.found ?? 0
  const { data: lists } = useQuery(listsQuery)
  const listed = lists?.data.find(({ id }) => id === listId)?.items || found
  const save = useAction(async () =>
    isOfStores
      ? saveSheet(await sheetOf(job), 'enriched-stores.csv')
      : saveSheet(await peopleSheetOf(job), 'enriched-people.csv'),
  )
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3 text-table" data-testid="lookup">
      <div className="min-w-48 flex-1">
        <p role="status" className="figures font-medium">
          {describeJob(job)}
        </p>
        <p className="figures text-small text-ink-faint">
          {counts.done < counts.total && `${formatCount(counts.done)} of ${plural(counts.total, nounOf(job))} done · `}
          {formatMoment(createdAt)}
          {isOfStores && !isJobUnderWay(job) && describeList(found, listed)}
        </p>
        {isJobUnderWay(job) && (
          <Meter
            value={counts.done}
            max={counts.total}
            look="ink"
            label={isOfStores ? 'Domains looked up' : 'Contacts revealed'}
          />
        )}
      </div>
      <Button
        icon="download"
        disabled={counts.done === 0}
        isBusy={save.isPending}
        onClick={() => save.mutate(undefined)}
      >
        Download CSV
      </Button>
      {listId && (!isOfStores || found > 0) && (
        <ButtonLink to={paths.list(listId)} look="secondary">
          {isOfStores ? 'Open the list of stores' : 'Open the list'}
        </ButtonLink>
      )}
      {isOfStores && listId && found > 0 && !isJobUnderWay(job) && (
        <RevealPeople
          stores={Math.min(listed, limits.listItemsMax)}
          listOf={async () => listId}
          sheetOf={() => sheetOf(job)}
        />
      )}
    </div>
  )
}
