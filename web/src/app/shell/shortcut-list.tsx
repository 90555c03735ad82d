import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { modKey } from '../../ui/shortcuts.ts'

const groups: { title: string; keys: [string[], string][] }[] = [
  {
    title: 'Anywhere',
    keys: [
      [[modKey, 'K'], 'Find people, stores, lists and pages'],
      [['?'], 'This list'],
    ],
  },
  {
    title: 'Contacts',
    keys: [
      [['/'], 'Find by name or title'],
      [['j'], 'Next row'],
      [['k'], 'Previous row'],
      [['x'], 'Select the row'],
      [['Shift', 'x'], 'Select range'],
      [['Enter'], 'Open details'],
      [['r'], 'Reveal the selection or row'],
      [['l'], 'Add the selection or row to a list'],
      [['1 – 5'], 'Set the status of the selection or row, 0: none'],
      [['s'], 'Save this search'],
      [['Esc'], 'Leave a field, close details, or clear the selection'],
    ],
  },
  {
    title: 'Revealed',
    keys: [
      [['/'], 'Find by name, store, email or phone'],
      [['j', 'k', 'x'], 'Move and select, as in contacts'],
      [['Enter'], 'Open all channels'],
      [['l', '1 – 5'], 'List and status, as in contacts'],
    ],
  },
  {
    title: 'Stores',
    keys: [[['/'], 'Find by name or domain; the rest as in contacts']],
  },
]

export function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isWide onClose={onClose}>
      {/* In columns, so that nothing has to be scrolled. */}
      <div className="gap-x-8 sm:columns-2">
        {groups.map(({ title, keys }) => (
          <section key={title} className="break-inside-avoid pt-3">
            <h3 className="mb-1 text-small text-ink-faint">{title}</h3>
            <dl>
              {keys.map(([combination, meaning]) => (
                <div key={meaning} className="flex min-h-8 items-center justify-between gap-3">
                  <dt className="text-table text-ink">{meaning}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {combination.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
