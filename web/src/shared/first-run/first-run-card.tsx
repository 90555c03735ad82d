import { Link, useNavigate } from '@tanstack/react-router'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { useFolded } from '../folding.ts'
import { paths } from '../paths.ts'
import { StepList } from './step-list.tsx'
import { type Step, useFirstRun } from './use-first-run.ts'

/** Only values of closed lists: they are there in every catalogue. */
const firstSearch = `${paths.contacts()}?seniority=executive&email=yes`

/** In the free space of the rail: what is left to do until the first reveal. */
export function FirstRunCard() {
  const firstRun = useFirstRun()
  if (!firstRun) return null
  const { steps, next, hide } = firstRun
  return (
    <section aria-label="Getting started" className="appear mb-2 rounded-panel border bg-surface p-3 text-small">
      <div className="-mt-1 -mr-1 mb-1 flex items-center justify-between">
        <h2 className="text-small font-medium">{next ? 'Getting started' : 'All set'}</h2>
        <IconButton icon="close" label="Dismiss" onClick={hide} />
      </div>
      <StepList steps={steps} next={next}>
        {next && <HowTo step={next} />}
      </StepList>
      {!next && (
        <p className="mt-3 text-small text-ink-soft">
          It is kept under{' '}
          <Link to={paths.revealed()} className="underline hover:text-ink">
            Revealed
          </Link>
          , and opening it again is free.
        </p>
      )}
    </section>
  )
}

function HowTo({ step }: { step: Step }) {
  const navigate = useNavigate()
  if (step.id === 'reveal') {
    return <p className="text-ink-faint">Open a contact and reveal it. It costs 1 credit; opening it again is free.</p>
  }
  return (
    <>
      <p className="mb-2 text-ink-faint">Any filter will do, or take this one:</p>
      <Button size="small" className="-ml-6 w-[calc(100%+24px)]" onClick={() => void navigate({ href: firstSearch })}>
        Executives with email
      </Button>
    </>
  )
}

/** Where the rail is folded or, on a phone, out of sight: one line with the next step. */
export function FirstRunStrip() {
  const firstRun = useFirstRun()
  const [isFolded] = useFolded('rail')
  const navigate = useNavigate()
  if (!firstRun) return null
  const { steps, next, hide } = firstRun
  return (
    <section
      aria-label="Getting started"
      className={`flex min-h-11 shrink-0 items-center gap-2 border-b bg-surface px-4 text-small ${isFolded ? '' : 'md:hidden'}`}
    >
      <p className="min-w-0 flex-1">
        {next ? (
          <>
            <span className="text-ink-faint">
              Step {next.number} of {steps.length}
            </span>{' '}
            <span className="font-medium">{next.label}</span>
          </>
        ) : (
          <span className="font-medium">Your first reveal is done.</span>
        )}
      </p>
      {next?.id === 'search' && (
        <Button size="small" onClick={() => void navigate({ href: firstSearch })}>
          Executives with email
        </Button>
      )}
      {!next && (
        <ButtonLink to={paths.revealed()} look="secondary" size="small">
          See it
        </ButtonLink>
      )}
      <IconButton icon="close" label="Dismiss" onClick={hide} />
    </section>
  )
}
