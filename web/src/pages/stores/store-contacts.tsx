import { type CSSProperties, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { perRequest } from '../../api/limits.ts'
import { selectionLeftHere } from '../../shared/billing/checkout-return.ts'
import { type ContactRow, storeContactTable } from '../../shared/contacts/contact-columns.tsx'
import { ContactDetails } from '../../shared/contacts/contact-drawer.tsx'
import { pressReveal, SelectionBar } from '../../shared/contacts/lazy-selection-bar.tsx'
import { useSelectionKept } from '../../shared/contacts/use-selection-kept.ts'
import { useShowRevealed } from '../../shared/contacts/use-show-revealed.ts'
import { useHasExclusions } from '../../shared/exclusions/exclusions.ts'
import { LeftOut } from '../../shared/exclusions/left-out.tsx'
import { SearchFailed } from '../../shared/first-run/without-plan.tsx'
import { plural } from '../../shared/format.ts'
import { useLabelOf } from '../../shared/labels.tsx'
import { listKey } from '../../shared/lists/list-key.ts'
import type { RevealSource } from '../../shared/reveals/job-quote.ts'
import { RefusalDialog, useAnnounceReveals } from '../../shared/reveals/reveal-notices.tsx'
import type { RevealState } from '../../shared/reveals/reveal-run.ts'
import { useReveals } from '../../shared/reveals/use-reveals.ts'
import { useOpening } from '../../shared/use-opening.ts'
import { useOwnLayout } from '../../shared/use-own-layout.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { PlainSelect } from '../../ui/field.tsx'
import { TableSkeletons } from '../../ui/table/table.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { fitColumns, type TableLayout } from '../../ui/table/table-layout.ts'
import { focusRow, TableRow } from '../../ui/table/table-row.tsx'
import { type Table, useTable } from '../../ui/table/use-table.ts'
import { useWidth } from '../../ui/table/use-width.ts'
import { isDecider, searchOf, useStorePeople } from './store-people.ts'

/** As many as most stores have. */
const skeletonRows = 25

// Loaded when somebody first reveals more than a few.
const RevealDialog = lazy(async () => ({
  default: (await import('../../shared/reveals/reveal-dialog.tsx')).RevealDialog,
}))

/** The people of one store, with the same rows, selection and reveal as the contacts page. */
export function StoreContacts({ domain, expected, roles }: { domain: string; expected: number; roles: string[] }) {
  const [role, setRole] = useState<string>()
  const [showsExcluded, setShowsExcluded] = useState(false)
  const hasExclusions = useHasExclusions()
  const search = searchOf(domain, role)
  const { results, people } = useStorePeople(search, showsExcluded)
  const reveals = useReveals()
  const layout = useOwnLayout('store-contacts', storeContactTable.columns)
  const opening = useOpening<ContactRow>()
  const table = useTable<ContactRow>({
    spec: storeContactTable,
    layout,
    rows: people,
    place: [domain, role, showsExcluded].join(' '),
    opening,
    begin: selectionLeftHere,
    keys: { r: pressReveal, ...listKey },
  })
  const { selected, open, clear, close } = table
  const found = results.data?.pages[0]?.total
  const [isConfirming, setConfirming] = useState(false)
  useSelectionKept(selected)
  useAnnounceReveals(reveals)
  useShowRevealed(people)

  return (
    <section aria-labelledby="people" className="min-w-0">
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex flex-1 items-center gap-3">
          <h2 id="people" className="font-semibold">
            Contacts
          </h2>
          <LeftOut id="searchContacts" request={search} isShown={showsExcluded} onShow={setShowsExcluded} />
        </div>
        {expected > 0 && <RoleSelect roles={roles} role={role} onChange={setRole} />}
        <RevealDeciders domain={domain} role={role} people={people} isWhole={!results.hasNextPage} reveals={reveals} />
      </div>
      {results.error && <SearchFailed error={results.error} onRetry={() => void results.refetch()} />}
      {results.isSuccess && people.length === 0 && (
        <p className="text-ink-faint">
          {role
            ? 'Nobody with this role can be revealed here.'
            : hasExclusions
              ? 'Everybody here is excluded, or has nothing to reveal.'
              : 'No contacts to reveal at this store.'}
        </p>
      )}
      {(people.length > 0 || (results.isPending && expected > 0)) && (
        <WholeTable table={table} expected={Math.min(expected, skeletonRows)} />
      )}
      {found !== undefined && !role && found > 0 && found < expected && (
        <Others count={expected - found} mayBeExcluded={hasExclusions && !showsExcluded} />
      )}
      {results.hasNextPage && (
        <Button className="mt-3" isBusy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
          Show more
        </Button>
      )}
      <div className="sticky bottom-0 z-20 -mx-4 mt-3">
        <SelectionBar
          selected={selected}
          reveals={reveals}
          isConfirming={isConfirming}
          onConfirming={setConfirming}
          onClear={clear}
        />
      </div>
      {open && (
        <Sheet title="Contact" onClose={close}>
          <ContactDetails preview={open} reveals={reveals} />
        </Sheet>
      )}
      <RefusalDialog reveals={reveals} />
    </section>
  )
}

/** The facts beside count them, too. */
function Others({ count, mayBeExcluded }: { count: number; mayBeExcluded: boolean }) {
  return (
    <p className="figures mt-2 text-small text-ink-faint">
      {plural(count, 'more person is known here, but has', 'more people are known here, but have')} nothing to reveal
      {mayBeExcluded && (count === 1 ? ' or is excluded' : ' or are excluded')}.
    </p>
  )
}

function RoleSelect({
  roles,
  role,
  onChange,
}: {
  roles: string[]
  role: string | undefined
  onChange: (role: string | undefined) => void
}) {
  const labelOf = useLabelOf()
  if (roles.length < 2) return null
  return (
    <div className="w-44">
      <PlainSelect aria-label="Role" value={role ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">Any role</option>
        {roles.map((one) => (
          <option key={one} value={one}>
            {labelOf('roles', one)}
          </option>
        ))}
      </PlainSelect>
    </div>
  )
}

/** Everybody who decides and is not revealed yet: the price first, then a job. */
function RevealDeciders({
  domain,
  role,
  people,
  isWhole,
  reveals,
}: {
  domain: string
  role: string | undefined
  people: readonly ContactRow[]
  isWhole: boolean
  reveals: RevealState
}) {
  const [isAsking, setAsking] = useState(false)
  const ids = people
    .filter((one) => isDecider(one) && !one.revealed && !one.excluded && !reveals.revealed.has(one.id))
    .map(({ id }) => id)
  if (ids.length === 0 && !isAsking) return null
  const person = { seniority_any: ['executive', 'decision_maker'] as const, ...(role && { roles_any: [role] }) }
  const source: RevealSource = isWhole
    ? { contact_ids: ids }
    : {
        search: { person: { ...person, seniority_any: [...person.seniority_any] }, store: { domains: [domain] } },
        max: perRequest.createJob.contact_ids,
      }
  return (
    <>
      <Button look="gold" onClick={() => setAsking(true)}>
        Reveal the decision makers
      </Button>
      <Suspense>
        {isAsking && (
          <RevealDialog source={source} most={isWhole ? ids.length : null} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </>
  )
}

/**
 * All rows that are loaded, in a page that scrolls as a whole. Until they come, their place, as high as they will be: content below
 * must not move, and the rows are drawn once, for a width that is known.
 */
function WholeTable({ table, expected }: { table: Table<ContactRow>; expected: number }) {
  const { spec, rows, isCard } = table
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const layout = useMemo(() => fitColumns(table.layout, width), [table.layout, width])
  return (
    <div
      ref={frame}
      className="@container overflow-hidden rounded-panel border"
      style={{ '--columns': layout.template } as CSSProperties}
    >
      {rows.length > 0 ? (
        <WholeRows table={table} layout={layout} />
      ) : (
        <div className="pt-9">
          <TableSkeletons spec={spec} count={expected} isCard={isCard} />
        </div>
      )}
    </div>
  )
}

function WholeRows({ table, layout }: { table: Table<ContactRow>; layout: TableLayout }) {
  const { spec, rows, selection, current, isCard, toggle, openAt } = table
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => focusRow(grid.current, current), [current])
  return (
    <div ref={grid} role="grid" aria-label={spec.label} aria-multiselectable="true" className="*:scroll-mb-16 -mb-px">
      <div className="text-small font-medium text-ink-faint">
        <TableHead table={table} layout={layout} />
      </div>
      {rows.map((row, index) => (
        <TableRow
          key={row.id}
          spec={spec}
          row={row}
          layout={layout}
          index={index}
          isSelected={selection.has(row.id)}
          isCurrent={index === Math.max(current, 0)}
          isOpen={false}
          isCard={isCard}
          onSelect={toggle}
          onOpen={openAt}
        />
      ))}
    </div>
  )
}
