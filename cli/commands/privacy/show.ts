import { minute, plural } from '../../../src/base/words.ts'
import { type RequestView, showPrivacyRequest } from '../../../src/operator/show-privacy-request.ts'
import { defineCommand } from '../../command.ts'
import { facts, type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { writeEvidence } from './evidence.ts'

export const privacyShow = defineCommand({
  name: 'show',
  summary: 'Show one request: what was asked, what was done, and who has deleted their copies.',
  details:
    'With --out or --json it is the evidence of a request: every step with its date, and every account that was told.',
  examples: [
    'prospector privacy show PR-7K3M-Q9TX',
    'prospector privacy show PR-7K3M-Q9TX --out evidence-PR-7K3M-Q9TX.json',
  ],
})
  .argument('<number>', 'the number of the request')
  .option('--out <file>', 'write it to this file, as evidence')
  .action(async (number: string, options: ReportOptions & { out?: string }) => {
    const shown = await withDatabase(({ database, channelKeys }) => showPrivacyRequest(database, channelKeys, number))
    const { request, ask, concerned, people, steps, recipients } = shown
    const document = {
      number,
      kind: request.kind,
      state: request.state,
      email: ask?.email ?? null,
      proposal: ask?.proposal ?? null,
      refusal: request.refusal,
      created_at: request.createdAt,
      confirmed_at: request.confirmedAt,
      due_at: request.dueAt,
      ended_at: request.endedAt,
      contact_ids: concerned,
      people: people.map(({ contactId, fullName, title, store }) => ({
        ...{ contact_id: contactId, full_name: fullName, title, store: store.domain },
      })),
      steps: steps.map(({ step, actor, at }) => ({ step, actor, at })),
      recipients: recipients.map(({ accountId, name, contactIds, confirmedAt }) => ({
        account_id: accountId,
        name,
        contact_ids: contactIds,
        deletion_confirmed_at: confirmedAt,
      })),
    }
    if (options.out !== undefined) await writeEvidence(options.out, { written_at: new Date(), ...document })
    report(options, document, asText(shown))
  })

function asText({ request, ask, concerned, people, isShared, steps, recipients }: RequestView): string {
  const proposal = Object.entries(ask?.proposal ?? {}).map(([name, value]): [string, string] => [`new ${name}`, value])
  const confirmed = recipients.filter(({ confirmedAt }) => confirmedAt !== null).length
  return [
    facts([
      ['number', request.id],
      ['kind', request.kind],
      ['state', request.state],
      ['email', ask?.email ?? 'deleted'],
      ...proposal,
      ['due', minute(request.dueAt)],
      ['contacts', concerned.length === 0 ? 'none' : concerned.join(', ')],
      ...(request.refusal ? [['refusal', request.refusal] as [string, string]] : []),
    ]),
    ...(isShared
      ? [
          'Several people share the mailbox. Name those who asked with "privacy complete --contact":',
          table(
            ['CONTACT', 'NAME', 'TITLE', 'STORE'],
            people.map(({ contactId, fullName, title, store }) => [
              contactId,
              fullName ?? '',
              title ?? '',
              store.domain,
            ]),
          ),
        ]
      : []),
    table(
      ['WHEN', 'STEP', 'BY'],
      steps.map(({ step, actor, at }) => [minute(at), step, actor]),
    ),
    recipients.length === 0
      ? 'Nobody has received the data.'
      : `${plural(recipients.length, 'account')} received the data; ${confirmed} confirmed that their copies are deleted.`,
    ...recipients.map(({ accountId, name, confirmedAt }) => `  ${accountId}  ${name}  ${minute(confirmedAt)}`),
  ].join('\n\n')
}
