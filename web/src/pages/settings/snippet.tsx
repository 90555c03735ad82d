import { CopyButton } from '../../ui/copy-button.tsx'

/** Text to copy as it is: an address, a command, a program. */
export const Snippet = ({ text, label, isProse = false }: { text: string; label: string; isProse?: boolean }) => (
  <div className="flex items-start gap-2 rounded-panel border bg-surface py-2 pr-2 pl-4">
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className={`hairline-scroll min-w-0 flex-1 overflow-x-auto py-1 ${isProse ? 'font-sans text-table whitespace-pre-wrap' : 'font-mono text-small leading-5'}`}
    >
      {text}
    </pre>
    <CopyButton text={text} label={label} />
  </div>
)
