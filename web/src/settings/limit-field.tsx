import { Field } from '../ui/field.tsx'
import { readLimit } from './credit-limit.ts'

export function LimitField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const read = readLimit(value)
  return (
    <Field
      label="Credit limit a month"
      inputMode="numeric"
      hint="Empty: no limit but the account's own."
      error={'error' in read ? read.error : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
