import type { ContactPreview } from '../../api/contacts.ts'
import type { ColumnSpec } from '../../ui/table/table-layout.ts'
import { nameOf } from './contact-preview.ts'

export const contactColumns: ColumnSpec[] = [
  { id: 'name', label: 'Name', share: 1.1, min: 120, isFixed: true, isSortable: true },
  { id: 'title', label: 'Title', share: 1.3, min: 120, isSortable: true },
  { id: 'store', label: 'Store', share: 1.4, min: 140, leaves: 2, isSortable: true },
  { id: 'category', label: 'Category', share: 1, min: 110, isExtra: true, isSortable: true },
  { id: 'visits', label: 'Monthly visits', share: 0.7, min: 96, leaves: 1 },
  { id: 'apps', label: 'Apps', share: 1.4, min: 140, isExtra: true },
  { id: 'channels', label: 'Channels', share: 2, min: 200, isFixed: true },
]

/** On the page of a store the rows need not say which. */
export const contactColumnsInStore: ColumnSpec[] = contactColumns.filter(({ id }) =>
  ['name', 'title', 'channels'].includes(id),
)

export function contactValue(preview: ContactPreview, column: string): string | null {
  switch (column) {
    case 'name':
      return nameOf(preview, undefined)
    case 'title':
      return preview.title
    case 'store':
      return preview.store.domain
    case 'category':
      return preview.store.category
    default:
      return null
  }
}
