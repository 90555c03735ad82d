import { useState } from 'react'
import {
  type BounceOutcome,
  bounceRules,
  changedByBounces,
  reportBounces,
  verdictNames,
} from '../../shared/bounces/bounces.ts'
import { readBounces } from '../../shared/bounces/read-bounces.ts'
import { ErrorNotice } from '../../shared/error-notice.tsx'
import { formatCount, plural } from '../../shared/format.ts'
import { bouncesId } from '../../shared/paths.ts'
import { showIfAsked } from '../../shared/show-if-asked.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { PastedList } from '../../ui/pasted-list.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { statementKey } from './entries.ts'

const showBounces = showIfAsked(bouncesId)

/** Credits back for addresses that bounced: the rules, and a list of them at once. */
export function BouncesSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div id={bouncesId} ref={showBounces}>
      <Section
        title="Bounced emails"
        note={bounceRules}
        actions={<Button onClick={() => setOpen(true)}>Report bounced emails</Button>}
      >
        {isOpen && <BouncesDialog onClose={() => setOpen(false)} />}
      </Section>
    </div>
  )
}

/** Paste or a file; what was understood is counted before anything is sent, and each address gets its verdict. */
function BouncesDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const { bounces, unread } = readBounces(text)
  const report = useAction(() => reportBounces(bounces), {
    refresh: [...changedByBounces, statementKey],
    showsRefusal: true,
  })
  return (
    <Dialog
      title="Report bounced emails"
      isWide
      onClose={onClose}
      footer={
        report.data ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look="primary"
              disabled={bounces.length === 0}
              isBusy={report.isPending}
              onClick={() => report.mutate(undefined)}
            >
              {bounces.length > 0 ? `Report ${formatCount(bounces.length)}` : 'Report'}
            </Button>
          </>
        )
      }
    >
      {report.data ? (
        <Outcomes {...report.data} />
      ) : (
        <div className="flex flex-col gap-4">
          <p>{bounceRules}</p>
          <PastedList
            label="Emails that bounced"
            placeholder={'ada@shop.example 550 5.1.1 User unknown\nben@shop.example'}
            value={text}
            onChange={setText}
          />
          <p role="status" className="figures text-small text-ink-faint">
            {bounces.length > 0
              ? plural(bounces.length, 'email')
              : 'One a line, with what the mail server said if you have it.'}
            {unread.length > 0 && ` · ${plural(unread.length, 'line')} without an email`}
          </p>
          {report.error && <ErrorNotice error={report.error} />}
        </div>
      )}
    </Dialog>
  )
}

function Outcomes({ outcomes, returned }: { outcomes: BounceOutcome[]; returned: number }) {
  return (
    <>
      <p role="status" className="mb-3 font-medium text-ink">
        {returned > 0 ? `${plural(returned, 'credit')} returned.` : 'No credits returned.'}
      </p>
      <DataTable
        label="Verdicts"
        columns={[
          { head: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
          { head: 'Verdict', isWideOnly: true, cell: ({ verdict }) => verdictNames[verdict] },
        ]}
        rows={outcomes}
        keyOf={({ email }) => email}
      />
    </>
  )
}
