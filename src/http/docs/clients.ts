import { html } from '../../base/html.ts'
import { contactsPerRevealMax } from '../../contacts/reveal-contacts.ts'
import type { Chapter } from './chapter.ts'
import { codeBlock, inLanguages } from './code-block.ts'
import { packageFiles } from './packages.ts'

/** What the examples of all operations begin with; they run after it. */
export const beginnings = {
  TypeScript: `import { createProspector } from '@prospector/client'

const prospector = createProspector() // PROSPECTOR_URL and PROSPECTOR_KEY
const { data } = await prospector.searchContacts({ limit: 1 })
const contactId = data[0].id
const domain = data[0].store.domain`,

  Python: `from prospector_client import Prospector

client = Prospector()  # PROSPECTOR_URL and PROSPECTOR_KEY
preview = client.search_contacts(limit=1)["data"][0]
contact_id = preview["id"]
domain = preview["store"]["domain"]`,
}

/** How to get a client, and what it takes off a program's hands. */
export const clientsChapter = (origin: string): Chapter => ({
  id: 'clients',
  title: 'TypeScript and Python',
  body: html`
  <p>There is a client in each language, with the same shape: every operation by its name, with types; iterators over whole lists
  (<code>each</code>), jobs to wait for (<code>jobs.wait</code>), events to follow (<code>events.follow</code>), any number of reveals
  (<code>revealMany</code>, <code>reveal_many</code>; <code>jobs.quote</code> says what more than ${contactsPerRevealMax} cost), spreadsheets (<code>csv</code>), signatures of webhooks (<code>webhooks.verify</code>), and
  an error class for each kind of <a href="#errors">error</a>. Both try again where that is safe, under one
  <a href="#idempotency">Idempotency-Key</a>, which the error also holds. This server has them:</p>
  ${codeBlock('TypeScript', 'Node 20 and later, Deno, Bun, browsers, workers', `npm install ${origin}${packageFiles.npm}`)}
  ${codeBlock('Python', '3.11 and later', `pip install ${origin}${packageFiles.wheel}`)}
  ${codeBlock('For both', 'shell', `export PROSPECTOR_URL=${origin}\nexport PROSPECTOR_KEY=psk_test_…`)}
  ${inLanguages('The examples below begin with this', beginnings)}
  <p>Everything else is in the readme of each package: <code>node_modules/@prospector/client/README.md</code>, and what
  <code>python3 -c "from importlib.metadata import metadata; print(metadata('prospector-client').get_payload())"</code> prints. The examples need a
  project with <code>"type": "module"</code>: <code>npm init -y &amp;&amp; npm pkg set type=module</code> makes one. TypeScript runs as it is in Node 22.18 and
  later: <code>node program.ts</code>; with an older Node, <code>npx --yes tsx program.ts</code>. Where <code>pip</code> answers
  <code>externally-managed-environment</code>, make an environment first: <code>python3 -m venv .venv &amp;&amp; . .venv/bin/activate</code>.</p>`,
})
