import type { ColumnSpec } from '../../ui/table/table-layout.ts'
import type { Store } from './store-facts.ts'

export const storeColumns: ColumnSpec[] = [
  { id: 'store', label: 'Store', share: 2, min: 180, isFixed: true, isSortable: true },
  { id: 'category', label: 'Category', share: 1, min: 108, leaves: 3, isSortable: true },
  { id: 'country', label: 'Country', share: 0.9, min: 128, leaves: 4, isSortable: true },
  { id: 'visits', label: 'Monthly visits', share: 0.6, min: 92, leaves: 2 },
  { id: 'revenue', label: 'Monthly revenue', share: 0.6, min: 98, leaves: 1 },
  { id: 'apps', label: 'Apps', share: 1.4, min: 140, isExtra: true },
  { id: 'score', label: 'Score', share: 0.4, min: 80, isNumber: true, isSortable: true },
  { id: 'contacts', label: 'Contacts', share: 0.4, min: 92, isNumber: true, isSortable: true },
]

export function storeValue(store: Store, column: string): string | number | null {
  switch (column) {
    case 'store':
      return store.domain
    case 'category':
      return store.category
    case 'country':
      return store.country
    case 'score':
      return store.lead_fit_score
    case 'contacts':
      return store.contacts_summary.total
    default:
      return null
  }
}
