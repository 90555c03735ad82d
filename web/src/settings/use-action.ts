import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeSessionEnd } from '../api/queries.ts'
import { toast } from '../ui/toast.tsx'

type Outcome = {
  refresh?: QueryKey[]
  done?: string
  /** The caller shows a refusal beside its fields. */
  showsRefusal?: boolean
}

/** A change on the server: what it touches is asked again, the outcome is said, and a refusal is shown in its words. */
export function useAction<Given, Result>(
  run: (given: Given) => Promise<Result>,
  { refresh = [], done, showsRefusal = false }: Outcome = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })))
      if (done) toast({ title: done, look: 'success' })
    },
    onError: (error: Error) => {
      noticeSessionEnd(error)
      if (!showsRefusal) toast({ title: error.message, look: 'danger' })
    },
  })
}
