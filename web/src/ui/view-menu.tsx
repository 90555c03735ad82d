import { useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Dialog } from './dialog.tsx'
import type { Density, TableLayout } from './table-layout.ts'

const densities: [Density, string][] = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
]

/** Which columns a table shows, in which order, and how close its rows stand. */
export function ViewMenu({ layout, hasStores = false }: { layout: TableLayout; hasStores?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="columns" look="quiet" onClick={() => setOpen(true)}>
        <span className="max-md:sr-only">View</span>
      </Button>
      {isOpen && <ViewDialog layout={layout} hasStores={hasStores} onClose={() => setOpen(false)} />}
    </>
  )
}

function ViewDialog({ layout, hasStores, onClose }: { layout: TableLayout; hasStores: boolean; onClose: () => void }) {
  const { ordered, isHidden, density, isPerStore, change, reset } = layout
  const hiddenIds = ordered.filter(({ id }) => isHidden(id)).map(({ id }) => id)
  const move = (at: number, by: number) => {
    const order = ordered.map(({ id }) => id)
    const [moved] = order.splice(at, 1)
    order.splice(at + by, 0, moved!)
    change({ order })
  }
  return (
    <Dialog
      title="Table view"
      onClose={onClose}
      footer={
        <>
          <Button onClick={reset}>Reset</Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <h3 className="mb-1 text-small text-ink-faint">Columns</h3>
      <ul className="divide-y rounded-panel border">
        {ordered.map(({ id, label, isFixed }, at) => (
          <li key={id} className="flex h-10 items-center gap-2 pr-1 pl-3 text-table text-ink">
            <label className="flex min-w-0 flex-1 items-center gap-2.5">
              <Checkbox
                checked={isFixed || !isHidden(id)}
                disabled={isFixed}
                onChange={() =>
                  change({ hidden: isHidden(id) ? hiddenIds.filter((other) => other !== id) : [...hiddenIds, id] })
                }
              />
              <span className="truncate">{label}</span>
            </label>
            <IconButton icon="up" label={`Move ${label} left`} disabled={at === 0} onClick={() => move(at, -1)} />
            <IconButton
              icon="chevronDown"
              label={`Move ${label} right`}
              disabled={at === ordered.length - 1}
              onClick={() => move(at, 1)}
            />
          </li>
        ))}
      </ul>
      <fieldset className="mt-4">
        <legend className="mb-1 text-small text-ink-faint">Rows</legend>
        <div className="flex rounded-control border bg-sunken p-0.5">
          {densities.map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={density === value}
              onClick={() => change({ density: value })}
              className="h-8 flex-1 rounded-[5px] text-table text-ink-soft aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink"
            >
              {label}
            </button>
          ))}
        </div>
        {hasStores && (
          <label className="mt-3 flex items-center gap-2.5 text-table text-ink">
            <Checkbox checked={isPerStore} onChange={() => change({ isPerStore: !isPerStore })} />
            One row per store
          </label>
        )}
      </fieldset>
      <p className="mt-3 text-small text-ink-faint">Drag the edge of a column head to resize it.</p>
    </Dialog>
  )
}
