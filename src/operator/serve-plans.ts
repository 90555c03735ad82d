/** The plans: as they are, what a change would mean, and every version. */
import type { Static } from 'typebox'
import { forEachLimit } from '../accounts/plan-limits.ts'
import { type Html, html } from '../base/html.ts'
import { Problem } from '../base/problems.ts'
import { type Console, type ConsolePage, consolePath, type Visitor } from './console.ts'
import { readBody, serveForm } from './form-operations.ts'
import type { OperatorNeeds } from './operation.ts'
import { alert, date, doneNote, form, mono, table, tableOr, why } from './page-parts.ts'
import { changePlansOperation, getPlansOperation, plansLengthMax, previewPlansOperation } from './plan-operations.ts'
import { runOperation } from './serve-admin.ts'

const path = `${consolePath}/plans`

const done = { changePlans: 'The plans are changed. Every node sells them within seconds.' }

export function servePlans(site: Console, needs: OperatorNeeds): void {
  const callFor = (visitor: Visitor) => ({ by: site.callerOf(visitor, null), body: {}, query: {}, params: {} })

  const show = async (visitor: Visitor, said: Html, written: string | null = null): Promise<ConsolePage> => {
    const { version, plans, versions } = await runOperation(getPlansOperation, callFor(visitor), needs)
    return {
      title: 'Plans',
      body: html`<h1>Plans</h1>${said}
        ${soldTable(needs)}
        <p class="sub">${version === 0 ? 'As in DATA_DIR/plans.json, or built in if there is none.' : `Version ${version}.`} Only what differs from the built-in plans.</p>
        <p class="quiet">For example, ${mono('{ "pro": { "credits_per_month": 2000 } }')}. Nothing changes before you have seen what it means and said why.</p>
        ${form({ to: `${path}/preview`, token: visitor.token, button: 'See what it means' }, editor(written ?? plans))}
        <h2>Versions</h2>
        ${tableOr(
          'The plans were never changed here.',
          'Versions',
          ['#Version', 'When', 'By', 'Reason'],
          versions.map((one) => [one.version, date(one.created_at), one.changed_by, one.reason]),
        )}`,
    }
  }

  site.page(path, (visitor, { query }) => show(visitor, doneNote(query, done)))

  site.act(`${path}/preview`, async (visitor, given, request) => {
    const written = given.get('plans') ?? ''
    try {
      const schema = previewPlansOperation.request.body!
      const body = readBody(schema, given, request) as Static<typeof schema>
      const { version } = await runOperation(getPlansOperation, callFor(visitor), needs)
      const { changes } = await runOperation(previewPlansOperation, { ...callFor(visitor), body }, needs)
      return previewPage(changes, { token: visitor.token, plans: body.plans, version })
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return { ...(await show(visitor, alert(error.message), written)), status: error.status }
    }
  })

  serveForm({ needs, site }, changePlansOperation, {
    path: () => path,
    refused: (visitor, _params, reason) => show(visitor, alert(reason)),
  })
}

const limits = Object.values(forEachLimit((limit, { field }) => ({ limit, field })))

/** The plans for sale now, by the names that the plans file gives to them and their parts. */
const soldTable = ({ plans }: OperatorNeeds): Html =>
  table(
    'Plans that are sold',
    ['Plan', 'Name', 'Price', ...limits.map(({ field }) => `#${field}`)],
    [...plans.values()].map((plan) => [
      ...[mono(plan.id), plan.name, plan.priceLabel],
      ...limits.map(({ limit }) => plan[limit]),
    ]),
  )

const editor = (plans: string): Html =>
  html`<label>Plans, as JSON<textarea name="plans" rows="24" maxlength="${plansLengthMax}" spellcheck="false" class="mono">${plans}</textarea></label>`

type Changes = Awaited<ReturnType<typeof previewPlansOperation.run>>['changes']

function previewPage(changes: Changes, { token, plans, version }: { token: string; plans: string; version: number }) {
  const hidden = html`<input type="hidden" name="plans" value="${plans}"><input type="hidden" name="version" value="${version}">`
  return {
    title: 'What it means',
    body: html`<h1>What it means</h1>
      ${tableOr(
        'This changes nothing.',
        'Changes',
        ['Plan', 'What', 'Now', 'Then', '#Accounts on it', 'When they notice'],
        changes.map((one) => [one.plan, one.field, one.before, one.after, one.accounts, one.effect]),
      )}
      ${changes.length > 0 && form({ to: path, token, button: 'Change the plans' }, html`${hidden}${why()}`)}
      <p><a href="${path}">Back without a change</a></p>`,
  }
}
