import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { useTabIndex } from './tab-index.ts'
import { toast } from './toast.tsx'

function useCopy(): [isDone: boolean, copy: (text: string) => void] {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 1_500)
    return () => clearTimeout(timer)
  }, [isDone])
  return [
    isDone,
    (text) => {
      navigator.clipboard.writeText(text).then(
        () => setDone(true),
        () => toast({ title: 'Your browser blocked copying.', look: 'danger' }),
      )
    },
  ]
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isDone, copy] = useCopy()
  return (
    <IconButton
      icon={isDone ? 'check' : 'copy'}
      label={isDone ? 'Copied' : label}
      onClick={(event) => {
        event.stopPropagation()
        copy(text)
      }}
    />
  )
}

/** Never cut: an address that is too long wraps, after its @ if that is enough. */
export function Address({ text }: { text: string }) {
  const at = text.indexOf('@') + 1
  if (at === 0) return text
  return (
    <>
      <span className="inline-block max-w-full">{text.slice(0, at)}</span>
      <span className="inline-block max-w-full">{text.slice(at)}</span>
    </>
  )
}

/** Text that copies itself when clicked. */
export function CopyText({ text, label, children }: { text: string; label: string; children?: ReactNode }) {
  const [isDone, copy] = useCopy()
  return (
    <button
      type="button"
      tabIndex={useTabIndex()}
      aria-label={`${label}: ${text}. Copy`}
      onClick={(event) => {
        event.stopPropagation()
        copy(text)
      }}
      className="group/copy inline-flex max-w-full min-w-0 items-center gap-1 rounded-small text-left hover:text-ink max-md:min-h-8"
    >
      <span className="min-w-0 wrap-anywhere">{children ?? <Address text={text} />}</span>
      <Icon
        name={isDone ? 'check' : 'copy'}
        size={14}
        className={
          isDone
            ? 'text-success'
            : 'text-ink-faint opacity-0 group-hover/copy:opacity-100 group-focus-visible/copy:opacity-100 max-md:opacity-100'
        }
      />
    </button>
  )
}
