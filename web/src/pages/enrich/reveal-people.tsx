import { lazy, Suspense, useState } from 'react'
import type { Job } from '../../shared/jobs/jobs.ts'
import { listsQuery } from '../../shared/lists/lists.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { keepFile, notePeopleJob } from './kept-files.ts'

const RevealPeopleDialog = lazy(async () => ({
  default: (await import('../../shared/reveals/reveal-people-dialog.tsx')).RevealPeopleDialog,
}))

/** Asks whom to reveal at the stores that were found, and keeps the file, to which the people are added. */
export function RevealPeople({
  stores,
  listOf,
  sheetOf,
}: {
  stores: number
  /** The list of the stores; made, where there is none yet. */
  listOf: () => Promise<string>
  /** The file with what was found. */
  sheetOf: () => Promise<string>
}) {
  const [listId, setListId] = useState<string | null>(null)
  const open = useAction(listOf, { refresh: [listsQuery.queryKey] })
  const keep = useAction(async (job: Job) => keepFile(job.id, await sheetOf()))
  const onStarted = (job: Job) => {
    notePeopleJob(job.id)
    keep.mutate(job)
  }
  return (
    <>
      <Button look="gold" isBusy={open.isPending} onClick={() => open.mutate(undefined, { onSuccess: setListId })}>
        Reveal people
      </Button>
      <Suspense>
        {listId !== null && (
          <RevealPeopleDialog listId={listId} stores={stores} onStarted={onStarted} onClose={() => setListId(null)} />
        )}
      </Suspense>
    </>
  )
}
