/** The runbook as a page: alerts link to its sections. */
import { type Html, html } from '../base/html.ts'
import { inline } from '../http/docs/prose.ts'
import { type Console, consolePath } from './console.ts'
import { type RunbookEntry, runbook } from './runbook.ts'

export const runbookPath = `${consolePath}/runbook`

export function serveRunbook({ page }: Console): void {
  page(runbookPath, async () => ({
    title: 'Runbook',
    body: html`<h1>Runbook</h1>
      <p class="sub">What each alert means, what to look at, and what to do.</p>
      <ul class="cards">${runbook.map(({ alert }) => html`<li><a href="#${alert}">${alert}</a></li>`)}</ul>
      ${runbook.map(entry)}`,
  }))
}

const entry = ({ alert, means, lookAt, toDo }: RunbookEntry): Html => html`<section id="${alert}"><h2>${alert}</h2>
  <p>${inline(means)}</p><h3>Look at</h3>${steps(lookAt)}<h3>Do</h3>${steps(toDo)}</section>`

const steps = (texts: readonly string[]): Html =>
  html`<ul class="steps">${texts.map((text) => html`<li>${inline(text)}</li>`)}</ul>`
