/** Release notes, for operators who upgrade. */
import { html } from '../base/html.ts'
import { type Console, consolePath } from './console.ts'
import type { OperatorNeeds } from './operation.ts'
import { listReleasesOperation } from './release-operations.ts'
import { runOperation } from './serve-admin.ts'

export function serveReleases({ page, callerOf }: Console, needs: OperatorNeeds): void {
  page(`${consolePath}/system/releases`, async (visitor) => {
    const call = { by: callerOf(visitor, null), body: {}, query: {}, params: {} }
    const { version, data } = await runOperation(listReleasesOperation, call, needs)
    return {
      title: 'Release notes',
      body: html`<h1>Release notes</h1><p class="sub"><a href="${consolePath}/system">System</a> · this node runs ${version}</p>
        ${data.map(({ release, changes }) => html`<h2>${release}</h2><ul class="steps">${changes.map((change) => html`<li>${change}</li>`)}</ul>`)}`,
    }
  })
}
