/** Validates the definition for Zapier with Zapier's command, and plays it with Zapier's tester. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

mkdirSync('definition')
cpSync(join(process.env.PROSPECTOR_SOURCE, 'integrations', 'zapier'), 'definition', { recursive: true })
try {
  execFileSync(resolve('node_modules/.bin/zapier-platform'), ['validate', '--without-style'], {
    cwd: 'definition',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DISABLE_ZAPIER_ANALYTICS: '1' },
  })
} catch ({ stdout, stderr }) {
  throw new Error(`${stdout}\n${stderr}`)
}

const require = createRequire(resolve('definition/index.js'))
const { createAppTester } = require('zapier-platform-core')
const app = require('./index.js')
const play = createAppTester(app)
const { ORIGIN, API_KEY } = process.env
const bundleOf = (inputData, more) => ({ authData: { url: ORIGIN, api_key: API_KEY }, inputData, ...more })
const { triggers, searches, creates } = app

await play(app.authentication.test, bundleOf({}))
const people = await play(searches.contact.operation.perform, bundleOf({ has_verified_email: true }))
const [person] = people
const [store] = await play(searches.store.operation.perform, bundleOf({ domain: person.store.domain }))
if (store.domain !== person.store.domain) throw new Error('Another store was found.')
const revealed = await play(creates.reveal.operation.perform, bundleOf({ contact_ids: [person.id] }))
if (!revealed.contacts[0].full_name) throw new Error('Nobody was revealed.')
const events = await play(triggers.event.operation.performList, bundleOf({ types: ['reveal.created'] }))
if (events[0]?.type !== 'reveal.created') throw new Error('The feed does not tell of the reveal.')
const hook = bundleOf({ types: ['reveal.created'] }, { targetUrl: 'https://hooks.zapier.example/1' })
const subscribeData = await play(triggers.event.operation.performSubscribe, hook)
await play(triggers.event.operation.performUnsubscribe, bundleOf({}, { subscribeData }))
const wrong = await play(searches.contact.operation.perform, {
  ...bundleOf({}),
  authData: { url: ORIGIN, api_key: 'psk_live_no' },
}).catch((error) => error)
if (wrong.name !== 'ExpiredAuthError') throw new Error(`A wrong key is answered with ${wrong.name}.`)
console.log(
  `valid; ${people.length} people found, ${revealed.contacts.length} revealed, ${events.length} events, subscribed and unsubscribed`,
)
