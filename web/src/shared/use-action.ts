import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeSessionEnd } from '../api/queries.ts'
import { type Toast, toast } from '../ui/toast.tsx'

type Outcome<Result> = {
  refresh?: QueryKey[]
  /** The message afterwards. Where an answer can mean more than one thing, it is made from the answer. */
  done?: string | ((result: Result) => Toast)
  /** Once all of that has happened, also when what asked for it is no longer there. */
  after?: (result: Result) => void
  /** The caller shows a refusal next to its fields. */
  showsRefusal?: boolean
}

/** A change on the server: what it touches is asked again, the outcome is said, and a refusal is shown in its words. */
export function useAction<Given, Result>(
  run: (given: Given) => Promise<Result>,
  { refresh = [], done, after, showsRefusal = false }: Outcome<Result> = {},
) {
  const client = useQueryClient()
  const askAgain = () => Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      await askAgain()
      if (done) toast(typeof done === 'string' ? { title: done, look: 'success' } : done(result))
      after?.(result)
    },
    onError: (error: Error) => {
      noticeSessionEnd(error)
      // A refusal can change something too: a declined card at the end of a trial leaves a payment open.
      void askAgain()
      if (!showsRefusal) toast({ title: error.message, look: 'danger' })
    },
  })
}
