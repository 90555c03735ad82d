import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PlainSelect } from '../../ui/field.tsx'
import { firstOf, type SearchParams, stringifySearch } from '../search-params.ts'
import { statuses, type WorkStatus } from './work.ts'

/** What rows are narrowed down to: those with a status, or those without one. */
export type StatusChoice = WorkStatus | 'none'

export const statusChoices: Record<StatusChoice, string> = { none: 'No status', ...statuses }

/** As the address has it. */
export const statusIn = (search: SearchParams): StatusChoice | undefined =>
  (Object.keys(statusChoices) as StatusChoice[]).find((choice) => choice === firstOf(search.status))

/** The choice is in the address, like every filter. */
export function useStatusChoice(): [StatusChoice | undefined, (choice: StatusChoice | undefined) => void] {
  const router = useRouter()
  const choice = useSearch({ strict: false, select: statusIn })
  const choose = useCallback(
    (status: StatusChoice | undefined) => {
      const { pathname, search } = router.latestLocation
      void router.navigate({ href: pathname + stringifySearch({ ...search, status }), resetScroll: false })
    },
    [router],
  )
  return [choice, choose]
}

export const StatusSelect = ({
  choice,
  onChange,
}: {
  choice: StatusChoice | undefined
  onChange: (choice: StatusChoice | undefined) => void
}) => (
  <div className="w-32 shrink-0">
    <PlainSelect
      aria-label="Status"
      value={choice ?? ''}
      onChange={(event) => onChange((event.target.value || undefined) as StatusChoice | undefined)}
    >
      <option value="">Any status</option>
      {Object.entries(statusChoices).map(([status, label]) => (
        <option key={status} value={status}>
          {label}
        </option>
      ))}
    </PlainSelect>
  </div>
)
