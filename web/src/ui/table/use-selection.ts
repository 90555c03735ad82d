import { useCallback, useState } from 'react'

/** Whole contacts, not ids: the selection outlives the search that found them. */
export function useSelection<Contact extends { id: string }>(
  contacts: readonly Contact[],
  /** The initial selection. */
  begin: () => readonly Contact[] = () => [],
) {
  const [selection, setSelection] = useState<ReadonlyMap<string, Contact>>(() => mapOf(begin()))
  const [anchor, setAnchor] = useState(0)

  const toggle = useCallback(
    (index: number, isRange: boolean) => {
      const target = contacts[index]
      if (!target) return
      setSelection((before) => {
        const next = new Map(before)
        if (isRange) {
          for (const contact of contacts.slice(Math.min(anchor, index), Math.max(anchor, index) + 1)) {
            next.set(contact.id, contact)
          }
        } else if (!next.delete(target.id)) {
          next.set(target.id, target)
        }
        return next
      })
      setAnchor(index)
    },
    [contacts, anchor],
  )
  const toggleAll = useCallback(() => {
    setSelection((before) => (contacts.every(({ id }) => before.has(id)) ? new Map() : mapOf(contacts)))
  }, [contacts])
  const select = useCallback((chosen: readonly Contact[]) => setSelection(mapOf(chosen)), [])
  const clear = useCallback(() => setSelection(new Map()), [])
  return { selection, toggle, toggleAll, select, clear }
}

const mapOf = <Contact extends { id: string }>(contacts: readonly Contact[]): ReadonlyMap<string, Contact> =>
  new Map(contacts.map((contact) => [contact.id, contact]))
