import { Fragment, useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { useTabIndex } from './tab-index.ts'
import { toast } from './toast.tsx'

export function useCopy(): [isDone: boolean, copy: (text: string) => void] {
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

/** Never cut: an address that is too long wraps, of an email after the @ if that is enough, of the web between its parts. */
export function Address({ text }: { text: string }) {
  const parts = text.split(text.includes('://') ? /(?<=[/.?&=-])(?![/.?&=-])/ : /(?<=@)/)
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/**
 * A text that leads out of the application, such as to the mail program, with its copy next to it. `isLast`: nothing follows, so
 * that the copy may stand in the gap before the next column, and a long text has that much more room.
 */
export function LinkText({
  href,
  text,
  label,
  isLast = false,
}: {
  href: string
  text: string
  label: string
  isLast?: boolean
}) {
  const [isDone, copy] = useCopy()
  const tabIndex = useTabIndex()
  return (
    <span
      className={`group/copy relative inline-flex min-w-0 items-center max-md:min-h-8 ${isLast ? 'max-w-full md:max-w-[calc(100%-12px)]' : 'max-w-full gap-1'}`}
    >
      <a
        href={href}
        tabIndex={tabIndex}
        onClick={(event) => event.stopPropagation()}
        className="min-w-0 rounded-small wrap-anywhere hover:text-ink hover:underline"
      >
        <Address text={text} />
      </a>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={isDone ? 'Copied' : `Copy ${label} ${text}`}
        onClick={(event) => {
          event.stopPropagation()
          copy(text)
        }}
        className={`-my-1 ${isLast ? 'md:-mr-6' : ''} flex size-6 shrink-0 items-center justify-center rounded-small focus-visible:opacity-100 group-hover/copy:opacity-100 max-md:my-0 max-md:size-8 max-md:opacity-100 ${isDone ? 'text-success' : 'text-ink-faint opacity-0 hover:text-ink'}`}
      >
        <Icon name={isDone ? 'check' : 'copy'} size={14} />
      </button>
    </span>
  )
}
