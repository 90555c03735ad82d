import { nameOnThisMachine, recordCommand } from '../../../src/audit/record.ts'
import { acceptReview, refuseReview } from '../../../src/bounces/decide-review.ts'
import { findReview, listReviews, type Review } from '../../../src/bounces/reviews.ts'
import type { Db } from '../../../src/db/database.ts'
import { defineCommand, Refused } from '../../command.ts'
import { currentPeriod, requireAccount } from '../../find-account.ts'
import { plural, type ReportOptions, report } from '../../report.ts'
import { type Tools, withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { account?: string }

const accountOption = ['--account <account>', 'all of this account: its id, or the email address of its owner'] as const

export const bouncesAccept = defineCommand({
  name: 'accept',
  summary: 'Return the credits of reported bounces.',
  details:
    'Each is a refund in the ledger, valid until the period ends and for at least 30 days. The contacts stay revealed.',
  examples: ['prospector bounces accept bnc_…', 'prospector bounces accept --account acc_… --json'],
})
  .argument('[ids...]', 'the ids of the bounces (bnc_…)')
  .option(...accountOption)
  .action(async (ids: string[], options: Options) => {
    const returned = await withDatabase(async (tools) => {
      let count = 0
      for (const review of await chosen(tools, ids, options)) if (await accept(tools, review)) count += 1
      return count
    })
    report(options, { returned }, `${plural(returned, 'credit')} returned.`)
  })

export const bouncesRefuse = defineCommand({
  name: 'refuse',
  summary: 'Return nothing for reported bounces, now or later.',
  examples: ['prospector bounces refuse bnc_…', 'prospector bounces refuse --account acc_…'],
})
  .argument('[ids...]', 'the ids of the bounces (bnc_…)')
  .option(...accountOption)
  .action(async (ids: string[], options: Options) => {
    const refused = await withDatabase(async (tools) => {
      const { database, clock } = tools
      let count = 0
      for (const review of await chosen(tools, ids, options)) {
        await database.transaction(async (tx) => {
          if (!(await refuseReview(tx, clock, review))) return
          await note(tx, review, 'refused')
          count += 1
        })
      }
      return count
    })
    report(options, { refused }, `${plural(refused, 'bounce')} refused.`)
  })

async function chosen({ database }: Tools, ids: string[], { account }: Options): Promise<Review[]> {
  if ((ids.length === 0) === (account === undefined)) throw new Refused('Name bounces by their ids, or one --account.')
  if (account !== undefined) {
    return listReviews(database, { accountId: (await requireAccount(database, account)).id, all: false })
  }
  const reviews = await Promise.all(ids.map((id) => findReview(database, id)))
  const at = reviews.findIndex((review) => review?.state !== 'waiting')
  if (at === -1) return reviews as Review[]
  throw new Refused(reviews[at] ? `${ids[at]} is ${reviews[at].state} already.` : `There is no bounce ${ids[at]}.`)
}

function accept({ database, clock, plans, channelKeys }: Tools, review: Review): Promise<boolean> {
  return database.transaction(async (tx) => {
    const account = await requireAccount(tx, review.accountId)
    const actor = { type: 'operator', id: 'operator', name: nameOnThisMachine() }
    const period = currentPeriod(account, plans, clock.now())
    const outcome = await acceptReview(tx, clock, channelKeys, { review, actor, period })
    if (outcome !== 'decided') await note(tx, review, 'accepted')
    return outcome === 'returned'
  })
}

const note = (tx: Db, review: Review, decision: string): Promise<void> =>
  recordCommand(tx, review.accountId, 'bounces.decided', {
    details: { bounce: review.id, contact_id: review.contactId, decision },
  })
