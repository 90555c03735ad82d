import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeSessionEnd } from '../api/queries.ts'
import { toast } from '../ui/toast.tsx'

/** A change on the server: what it touches is asked again, the outcome is said, and a refusal is shown in its words. */
export function useAction<Given, Result>(
  run: (given: Given) => Promise<Result>,
  { refresh = [], done }: { refresh?: QueryKey[]; done?: string } = {},
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
      toast({ title: error.message, look: 'danger' })
    },
  })
}
