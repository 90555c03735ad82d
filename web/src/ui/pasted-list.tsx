import { useState } from 'react'
import { readTextFile } from './read-text-file.ts'

/** A long list, one thing a line: pasted, typed, or taken from a file. */
export function PastedList({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
}) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (file: File) => {
    const read = await readTextFile(file)
    setRefusal('text' in read ? null : read.refusal)
    if ('text' in read) onChange(read.text)
  }
  return (
    <>
      <label className="flex flex-col gap-1.5">
        <span className="text-table font-medium text-ink">{label}</span>
        <textarea
          value={value}
          rows={8}
          spellCheck={false}
          placeholder={placeholder}
          className="w-full rounded-control border border-control/60 bg-surface px-2.5 py-2 font-mono text-small text-ink"
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <label className="flex flex-col gap-1.5 text-table">
        <span className="font-medium text-ink">Or a CSV file</span>
        <input
          type="file"
          accept=".csv,.txt,.tsv,text/*"
          className="text-ink-faint file:mr-3 file:h-8 file:rounded-control file:border file:border-line-strong file:bg-surface file:px-3 file:font-medium file:text-ink hover:file:bg-hover"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void take(file)
          }}
        />
      </label>
      {refusal && (
        <p role="alert" className="text-small text-danger">
          {refusal}
        </p>
      )}
    </>
  )
}
