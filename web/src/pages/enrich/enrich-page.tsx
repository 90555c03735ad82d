import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { profileQuery } from '../../api/queries.ts'
import { storeSheet } from '../../shared/exports/export-file.ts'
import { PageWithoutPlan, SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { formatCount, formatMoment, plural } from '../../shared/format.ts'
import { type LabelOf, useLabelOf } from '../../shared/labels.tsx'
import { AddToListMenu } from '../../shared/lists/add-to-list-menu.tsx'
import { addToList, createList } from '../../shared/lists/lists.ts'
import { paths } from '../../shared/paths.ts'
import { ContactsAtStores } from '../../shared/stores/contacts-at-stores.tsx'
import { ExportStores } from '../../shared/stores/store-selection.tsx'
import { Button } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Page } from '../../ui/page.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { DropArea } from './drop-area.tsx'
import {
  type EnrichedDomain,
  type Enrichment,
  forgetEnrichment,
  goOnEnriching,
  noteList,
  startEnrichment,
  useEnrichment,
} from './enrichment.ts'
import { immediateMax, Lookups, useStartLookup } from './lookups.tsx'
import { joinColumns } from './own-columns.ts'
import { RevealPeople } from './reveal-people.tsx'

const columnsWith = (labelOf: LabelOf): Column<EnrichedDomain>[] => [
  {
    head: 'Domain',
    cell: ({ domain, store }) =>
      store ? (
        <Link to={paths.store(store.domain)} className="font-medium hover:underline">
          {domain}
        </Link>
      ) : (
        <span className="text-ink-faint">{domain}</span>
      ),
  },
  { head: 'Name', isWideOnly: true, cell: ({ store }) => store?.name ?? <Tag>Not found</Tag> },
  {
    head: 'Category',
    isWideOnly: true,
    cell: ({ store }) => (store?.category ? labelOf('categories', store.category) : '–'),
  },
  {
    head: 'Country',
    isWideOnly: true,
    cell: ({ store }) => (store?.country ? labelOf('countries', store.country) : '–'),
  },
  {
    head: 'Visits',
    isWideOnly: true,
    cell: ({ store }) => (store?.traffic_tier ? labelOf('traffic_tiers', store.traffic_tier) : '–'),
  },
  { head: 'Score', isNumber: true, isWideOnly: true, cell: ({ store }) => store?.lead_fit_score ?? '–' },
  { head: 'Contacts', isNumber: true, cell: ({ store }) => (store ? formatCount(store.contacts_summary.total) : '–') },
]

const namedMax = 3

/** Cut short, so that a slip of the clipboard does not fill the page. */
function describeSkipped(skipped: string[]): string {
  const named = skipped.slice(0, namedMax).map((text) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`)
  const rest = skipped.length - named.length
  return `${formatCount(skipped.length)} skipped (not a domain): ${named.join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`
}

/** The table shows the first rows; the download has them all. */
const shownMax = 200

export function EnrichPage() {
  const { data: profile } = useQuery(profileQuery)
  const owner = `${profile?.user.id} ${profile?.account.id}`
  const enrichment = useEnrichment(owner)
  const { state, rows, error } = enrichment
  const withContacts = rows.flatMap(({ store }) => (store && store.contacts_summary.total > 0 ? [store.domain] : []))
  const found = [...new Set(rows.flatMap(({ store }) => (store ? [store.domain] : [])))]
  const asked = rows.map(({ domain }) => domain)
  const labelOf = useLabelOf()
  const lookUp = useStartLookup()
  const columns = useMemo(() => columnsWith(labelOf), [labelOf])
  // Before a list is pasted, not after it.
  if (state === 'idle' && profile && !profile.api_access.enabled) return <PageWithoutPlan title="Enrich" />
  return (
    <Page
      title="Enrich"
      isWide
      actions={
        state !== 'idle' && (
          <>
            <Button onClick={forgetEnrichment}>New lookup</Button>
            <ExportStores domains={asked} name="enriched-stores" edit={(sheet) => withOwnColumns(enrichment, sheet)} />
            <AddToListMenu kind="stores" ids={found} side="bottom" />
            {withContacts.length > 0 && (
              <>
                <ContactsAtStores domains={withContacts} look="secondary" />
                <RevealPeople
                  stores={found.length}
                  listOf={() => listOfFound(enrichment, found)}
                  sheetOf={() => storeSheet(asked).then((sheet) => withOwnColumns(enrichment, sheet))}
                />
              </>
            )}
          </>
        )
      }
    >
      {state === 'idle' ? (
        <>
          <DropArea
            onDomains={(read) =>
              read.domains.length > immediateMax ? lookUp.mutate(read) : startEnrichment(owner, read)
            }
          />
          <Lookups />
        </>
      ) : (
        <>
          <Progress enrichment={enrichment} />
          <Lookups areOfPeople />
        </>
      )}
      {error && <SearchFailed error={error} onRetry={goOnEnriching} />}
      {rows.length > 0 && (
        <DataTable
          label="Enriched stores"
          columns={columns}
          rows={rows.slice(0, shownMax)}
          keyOf={({ domain }) => domain}
        />
      )}
      {rows.length > shownMax && (
        <p className="mt-3 text-table text-ink-faint">
          Showing the first {shownMax} of {formatCount(rows.length)}. The download has them all.
        </p>
      )}
    </Page>
  )
}

/** Made once for a lookup, when somebody wants to work with its stores. */
async function listOfFound({ listId, startedAt }: Enrichment, domains: readonly string[]): Promise<string> {
  if (listId !== undefined) return listId
  const list = await createList({ name: `Enriched ${formatMoment(startedAt)}`, kind: 'stores', private: false })
  await addToList(list.id, domains)
  noteList(list.id)
  return list.id
}

/** The spreadsheet with the columns that the list had. A list from before this page knew its text has none. */
function withOwnColumns({ text = '', rows }: Enrichment, sheet: string): string {
  if (text === '') return sheet
  const domainOf = new Map(rows.flatMap(({ domain, inputs = [] }) => inputs.map((input) => [input, domain])))
  return joinColumns(text, sheet, 'domain', (cell) => domainOf.get(cell))
}

const countEach = (values: readonly string[]): ReadonlyMap<string, number> =>
  values.reduce((counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1), new Map<string, number>())

/** Why there are fewer stores than lines that were found. */
function describeRepeats(lines: number, stores: number): string {
  const again = lines - stores
  return `${plural(stores, 'store')}: ${plural(again, 'line')} ${again === 1 ? 'names' : 'name'} one of them again`
}

function Progress({ enrichment }: { enrichment: Enrichment }) {
  const { state, startedAt, left, repeated, rows, skipped, error, isFromEarlier } = enrichment
  // Several lines may name one store: lines are counted, as in the file, and the stores next to them.
  const again = countEach(repeated)
  const linesOf = (inputs: readonly string[]) => inputs.reduce((sum, input) => sum + 1 + (again.get(input) ?? 0), 0)
  const linesWith = (wanted: EnrichedDomain['status']) =>
    rows.reduce((sum, { status, inputs = [] }) => sum + (status === wanted ? linesOf(inputs) : 0), 0)
  const total = enrichment.total + repeated.length
  const asked = total - linesOf(left)
  const found = linesWith('found')
  const stores = new Map(rows.flatMap(({ store }) => (store ? [[store.domain, store]] : [])))
  const withContacts = [...stores.values()].filter((store) => store.contacts_summary.total > 0).length
  return (
    <div className="mb-4 rounded-panel border bg-surface p-4">
      <p role="status" className="figures mb-2 flex flex-wrap gap-x-3 text-table">
        <span className="font-medium" data-testid="enrich-progress">
          {formatCount(asked)} of {plural(total, 'domain')}
        </span>
        <span className="text-ink-soft" data-testid="enrich-found">
          {formatCount(found)} found{stores.size < found && `, ${describeRepeats(found, stores.size)}`}
        </span>
        {withContacts < stores.size && (
          <span className="text-ink-soft">{plural(withContacts, 'store')} with contacts</span>
        )}
        <span className="text-ink-soft" data-testid="enrich-not-found">
          {formatCount(linesWith('not_found'))} not found
        </span>
        {skipped.length > 0 && <span className="text-ink-faint wrap-anywhere">{describeSkipped(skipped)}</span>}
        {isFromEarlier && (
          <span className="text-ink-faint" data-testid="enrich-earlier">
            From earlier, {formatMoment(startedAt)}
          </span>
        )}
      </p>
      <Meter value={asked} max={total} look="ink" label="Domains looked up" />
      {state === 'paused' && !error && (
        <p className="mt-3 flex flex-wrap items-center gap-3 text-table">
          <span className="min-w-48 flex-1">The lookup was interrupted. Resume to look up the rest.</span>
          <Button size="small" onClick={goOnEnriching}>
            Resume
          </Button>
        </p>
      )}
    </div>
  )
}
