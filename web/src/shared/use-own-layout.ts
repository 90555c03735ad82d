import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../api/queries.ts'
import { type ColumnSpec, type TableLayout, useTableLayout } from '../ui/table/table-layout.ts'

/** How this person wants to see the table. Kept in this browser, per person. */
export function useOwnLayout(table: string, specs: readonly ColumnSpec[]): TableLayout {
  const { data: profile } = useQuery(profileQuery)
  return useTableLayout(`prospector.table.${table}.${profile?.user.id ?? ''}`, specs)
}
