import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Reply } from '../api/call.ts'
import { taxonomyQuery } from '../api/queries.ts'

type Taxonomy = Reply<'getTaxonomy'> & { work_statuses: Reply<'getTaxonomy'>['roles'] }
export type TaxonomyList = { [List in keyof Taxonomy]: Taxonomy[List] extends unknown[] ? List : never }[keyof Taxonomy]

/** The label of a value as the taxonomy has it. Until it is loaded, and for values it does not hold, the value itself. */
export type LabelOf = (list: TaxonomyList, value: string) => string

const Labels = createContext<LabelOf>((_, value) => value)

export const useLabelOf = (): LabelOf => useContext(Labels)

/** A value in the words of the taxonomy, in one line; a dash where it is not known. */
export function Label({ list, value }: { list: TaxonomyList; value: string | null }) {
  const labelOf = useLabelOf()
  return <span className="figures block truncate text-ink-soft">{value ? labelOf(list, value) : '–'}</span>
}

export function LabelsProvider({ children }: { children: ReactNode }) {
  const { data: taxonomy } = useQuery(taxonomyQuery)
  const labelOf = useMemo(
    () => (taxonomy ? readLabels(taxonomy) : (_: TaxonomyList, value: string) => value),
    [taxonomy],
  )
  return <Labels value={labelOf}>{children}</Labels>
}

function readLabels(taxonomy: Taxonomy): LabelOf {
  const lists = new Map<TaxonomyList, Map<string, string>>()
  return (list, value) => {
    let labels = lists.get(list)
    if (!labels) {
      labels = new Map(taxonomy[list].map((known) => [known.value.toLowerCase(), known.label]))
      lists.set(list, labels)
    }
    return labels.get(value.toLowerCase()) ?? value
  }
}
