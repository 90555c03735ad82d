import { basePath } from '../src/base/api-paths.ts'
import type { Service } from '../src/main.ts'
import { facts } from './report.ts'

/** What `serve --json` prints once it listens. */
export function describeService({ publicUrl, demo }: Service) {
  return {
    address: publicUrl,
    api: `${publicUrl}${basePath}`,
    docs: `${publicUrl}/docs`,
    demo: demo && {
      email: demo.email,
      password: demo.password,
      account_id: demo.accountId,
      api_key: demo.apiKey,
      test_api_key: demo.testApiKey,
      contact_id: demo.contactId,
    },
  }
}

export function welcome({ publicUrl, demo }: Service): string {
  const places: [string, string][] = [
    ['Address', publicUrl],
    ['API docs', `${publicUrl}/docs`],
  ]
  if (demo) places.push(...demoFacts(demo))
  const parts = ['\nProspector is running.\n', facts(places)]
  if (demo) parts.push(...firstCalls(publicUrl, demo))
  else parts.push('\nCreate an account with a key: bin/prospector account create --help')
  return `${parts.join('\n')}\n`
}

type Demo = NonNullable<Service['demo']>

function demoFacts({ email, password, apiKey, testApiKey }: Demo): [string, string][] {
  return [
    ['Sign in', password === null ? `${email} (the password is on the node that created it)` : `${email}  ${password}`],
    ['API key', apiKey],
    ['Test key', `${testApiKey}  (test mode: a synthetic catalogue, nothing is spent)`],
  ]
}

function firstCalls(publicUrl: string, { apiKey, contactId }: Demo): string[] {
  const curl = (path: string, rest = '') =>
    `  curl -s ${publicUrl}${basePath}${path} -H 'Authorization: Bearer ${apiKey}'${rest}`
  const usage = ['\nSee your credits and limits:\n', curl('/usage')]
  if (contactId === null) return usage
  const body = JSON.stringify({ contact_ids: [contactId] })
  const reveal = curl('/contacts/reveal', ` -H 'Content-Type: application/json' -d '${body}'`)
  return ['\nReveal a contact. It costs one credit; revealing it again is free:\n', reveal, ...usage]
}
