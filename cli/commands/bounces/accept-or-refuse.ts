import type { Command } from 'commander'
import { bounceRules } from '../../../src/base/bounce-rules.ts'
import { plural } from '../../../src/base/words.ts'
import { findReview, listReviews, type Review } from '../../../src/bounces/reviews.ts'
import { makeTestCatalogue } from '../../../src/demo/test-catalogue.ts'
import { decideBounce } from '../../../src/operator/bounce-acts.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { defineCommand, Refused } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report } from '../../report.ts'
import { type Tools, withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { account?: string }

const accountOption = ['--account <account>', `all of this account: ${accountWords}`] as const

export const bouncesAccept = defineCommand({
  name: 'accept',
  summary: 'Return the credits of reported bounces.',
  details: `Each is a refund in the ledger, valid until the period ends and for at least ${bounceRules.creditDays} days. The contacts stay revealed.`,
  examples: ['prospector bounces accept bnc_…', 'prospector bounces accept --account acc_… --json'],
})
  .argument('[ids...]', 'the ids of the bounces (bnc_…)')
  .option(...accountOption)
  .action(async (ids: string[], options: Options, command) => {
    requireOneKind(command, ids, options)
    const returned = await withDatabase(async (tools) => {
      let count = 0
      for (const { id } of await chosen(tools, ids, options)) {
        count += (await decide(tools, id, 'accepted')).returned
      }
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
  .action(async (ids: string[], options: Options, command) => {
    requireOneKind(command, ids, options)
    const refused = await withDatabase(async (tools) => {
      const reviews = await chosen(tools, ids, options)
      for (const { id } of reviews) await decide(tools, id, 'refused')
      return reviews.length
    })
    report(options, { refused }, `${plural(refused, 'bounce')} refused.`)
  })

function requireOneKind(command: Command, ids: string[], { account }: Options): void {
  if ((ids.length === 0) === (account === undefined))
    command.error('error: name bounces by their ids, or one --account')
}

const decide = (tools: Tools, id: string, decision: 'accepted' | 'refused') =>
  decideBounce({ ...tools, makeTestCatalogue }, atTheCommandLine(), id, decision)

async function chosen({ database }: Tools, ids: string[], { account }: Options): Promise<Review[]> {
  if (account !== undefined) {
    return listReviews(database, { accountId: (await requireAccount(database, account)).id, all: false })
  }
  const reviews = await Promise.all(ids.map((id) => findReview(database, id)))
  const at = reviews.findIndex((review) => review?.state !== 'waiting')
  if (at === -1) return reviews as Review[]
  throw new Refused(reviews[at] ? `${ids[at]} is ${reviews[at].state} already.` : `There is no bounce ${ids[at]}.`)
}
