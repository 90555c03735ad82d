import { useLayoutEffect, useRef } from 'react'

const isMac = /mac/i.test(navigator.platform)
export const modKey = isMac ? '⌘' : 'Ctrl'

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // In an open menu, letters choose among its items.
  if (target.closest('[role=menu]')) return true
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
}

/** Enter belongs to the button or link that has the focus. */
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, input, summary, select') !== null

/** Enter on a button or a link is that button's or link's. */
const isPressing = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.closest('button, a, summary') !== null

const isModalOpen = () => document.querySelector('dialog[open]') !== null

/**
 * Runs when the key is pressed outside of any text input and no dialog is open. `mod+k` works while typing, too.
 * Letters are compared as they arrive: `X` is Shift with x.
 */
export function useShortcuts(handlers: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(handlers)
  latest.current = handlers
  // With what it belongs to on the screen, not a moment later: a key that is pressed at once must not be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isModalOpen() || isPressing(event)) return
      const isMod = isMac ? event.metaKey : event.ctrlKey
      if (!isMod && (event.metaKey || event.ctrlKey || isTyping(event.target))) return
      const handler = latest.current[isMod ? `mod+${event.key.toLowerCase()}` : event.key]
      if (!handler || (event.key === 'Enter' && isPressable(event.target))) return
      event.preventDefault()
      handler(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

export const useShortcut = (key: string, handler: () => void): void => useShortcuts({ [key]: handler })
