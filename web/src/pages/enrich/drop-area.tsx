import { type DragEvent, useRef, useState } from 'react'
import { perRequest } from '../../api/limits.ts'
import { formatCount } from '../../shared/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type ReadDomains, readDomains, readFile } from './read-domains.ts'

/** One big area that takes a file, a drop or a paste. */
export function DropArea({ onDomains }: { onDomains: (read: Exclude<ReadDomains, { refusal: string }>) => void }) {
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const take = (read: ReadDomains) => {
    if ('refusal' in read) setRefusal(read.refusal)
    else onDomains(read)
  }
  const takeFile = async (file: File | undefined) => file && take(await readFile(file))
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void takeFile(event.dataTransfer.files[0])
  }
  return (
    <div>
      <section
        aria-label="A list of domains"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={`rounded-panel border-2 border-dashed bg-surface p-4 transition-colors duration-100 ${isOver ? 'border-ink bg-hover' : 'border-line-strong'}`}
      >
        <div className="flex flex-wrap items-center gap-3 pb-3">
          <Icon name="upload" size={20} className="text-ink-faint" />
          <p className="min-w-48 flex-1">
            <span className="block font-medium">Drop a CSV, or paste domains</span>
            <span className="block text-table text-ink-faint">
              One per line, or a file with a “domain” column. Up to {formatCount(perRequest.createJob.domains)}.
            </span>
          </p>
          <Button onClick={() => chooser.current?.click()}>Choose a file</Button>
          <input
            ref={chooser}
            type="file"
            aria-label="File with domains"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => void takeFile(event.target.files?.[0])}
          />
        </div>
        <textarea
          aria-label="Domains"
          rows={10}
          spellCheck={false}
          placeholder={'flint-and-mountain.example\nhttps://www.shop.example/products'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="hairline-scroll w-full resize-y rounded-control border bg-canvas p-3 font-mono text-small leading-5"
        />
      </section>
      {refusal && (
        <p role="alert" className="mt-3 flex items-center gap-2 text-table text-danger">
          <Icon name="alert" /> {refusal}
        </p>
      )}
      <Button
        look="primary"
        size="large"
        className="mt-4"
        disabled={text.trim() === ''}
        onClick={() => take(readDomains(text))}
      >
        Look up
      </Button>
      <p className="mt-2 text-small text-ink-faint">Looking up stores is free.</p>
    </div>
  )
}
