import { useEffect } from 'react'
import type { TableKeys } from '../../ui/table/use-table.ts'

/** The key was pressed, and nobody has answered it yet. */
let isAsked = false
const answers = new Set<() => void>()

const forget = (): void => {
  isAsked = false
}

/** The bar with its menu comes with the selection, perhaps a moment later. Whatever the person does next ends the wait. */
function ask(): void {
  isAsked = true
  for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, forget, { once: true, capture: true })
  for (const answer of answers) answer()
}

/** `l`: what is selected goes into a list, or else the row that the keys are on, which is selected for it. */
export const listKey: TableKeys<unknown> = {
  l: (row, selected, selectRow) => {
    if (selected.length === 0) {
      if (row === undefined) return
      selectRow()
    }
    ask()
  },
}

/** Runs when the key asks for the menu of the selection. */
export function useListKey(isOfSelection: boolean, open: () => void): void {
  useEffect(() => {
    if (!isOfSelection) return
    const answer = () => {
      if (!isAsked) return
      forget()
      open()
    }
    answers.add(answer)
    answer()
    return () => void answers.delete(answer)
  }, [isOfSelection, open])
}
