import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'
import type { Step } from './use-first-run.ts'

/** The way to the first reveal; below the step that is next stands how it is done. */
export function StepList({ steps, next, children }: { steps: Step[]; next: Step | undefined; children?: ReactNode }) {
  return (
    <ol className="flex flex-col gap-1.5">
      {steps.map((step) => (
        <li key={step.id} aria-current={step === next ? 'step' : undefined}>
          <span
            className={`flex items-center gap-2 ${step === next ? 'font-medium text-ink' : step.isDone ? 'text-ink-faint' : 'text-ink-soft'}`}
          >
            <span
              aria-hidden="true"
              className={`flex size-4 shrink-0 items-center justify-center rounded-full ${step.isDone ? 'bg-ink text-ink-inverse' : 'border border-control'}`}
            >
              {step.isDone && <Icon name="check" size={10} />}
            </span>
            {step.label}
            {step.isDone && <span className="sr-only">, done</span>}
          </span>
          {step === next && children && <div className="mt-1.5 ml-6">{children}</div>}
        </li>
      ))}
    </ol>
  )
}
