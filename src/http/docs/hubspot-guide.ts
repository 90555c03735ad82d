import { html } from '../../base/html.ts'
import { requiredScopes } from '../../hubspot/properties.ts'
import type { Chapter } from './chapter.ts'

const body = html`
  <p>Revealed contacts become contacts at HubSpot, and their stores become companies, associated with each other. It goes in one direction, costs no credits, and needs no
  program of yours.</p>
  <ol>
    <li>At HubSpot, create a service key (Development, Keys, Service keys), or use the token of a private app, with the scopes
    ${requiredScopes.map((scope, at) => html`${at > 0 ? ', ' : ''}<code>${scope}</code>`)}.</li>
    <li><a href="#connectHubspot">Connect</a> with it, here or in Settings, HubSpot. The token is checked, kept sealed and never shown. Properties that begin with
    <code>prospector_</code> are created at HubSpot.</li>
    <li>Ask for a dry run of <a href="#createHubspotRun">a selection, a list or everything</a>, and read <a href="#listHubspotRunItems">what would happen</a>. Then send.</li>
    <li>With <code>automatic</code>, contacts are sent as they are revealed from then on.</li>
  </ol>
  <ul>
    <li>A contact is found by our own id, then by email; a company by our own id, then by domain (additional ones, too). Only empty fields and our own properties are written. What somebody wrote stays; the run
    names the field in <code>kept_fields</code>.</li>
    <li>Opt-outs and erasures are carried over, also after your plan has ended. A contact that we created is deleted for good when the person is erased, with everything that hangs on it at HubSpot,
    and goes to the recycling bin after an opt-out. One that you had before loses what came from us and keeps the rest.</li>
    <li>After you <a href="#disconnectHubspot">disconnect</a>, opt-outs and erasures are yours to carry out: follow <code>contact.suppressed</code> and <code>contact.erased</code> in the
    <a href="#listEvents">events</a>.</li>
    <li>Limits and outages of HubSpot pause it; a token that is refused or lacks scopes stops it, with the event <code>hubspot.stopped</code> and a mail to the owners. Nothing that waits is lost.</li>
    <li><a href="#createHubspotExclusion">What HubSpot holds</a> can become an exclusion list: searches then leave out whom you know, and reveals never charge them.</li>
    <li>Test keys can connect test accounts and sandboxes of HubSpot, and send synthetic contacts there.</li>
  </ul>`

export const hubspotGuide: Chapter = { id: 'guide-hubspot', title: 'Send contacts to HubSpot', body }
