import type { Plans } from '../../accounts/plan.ts'
import { basePath } from '../../base/api-paths.ts'
import { type Html, html } from '../../base/html.ts'
import type { Chapter } from './chapter.ts'
import type { DescribedOperation, Endpoint } from './described-operation.ts'
import { guide } from './guide.ts'
import { operationSection } from './operation-section.ts'

type Description = {
  info: { title: string; version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, DescribedOperation & { tags: string[] }>>
}

/** What the documentation consists of: made from the description, once, when somebody first asks. */
export type DocsContents = { info: Description['info']; base: Base; chapters: Chapter[]; groups: Group[] }

export function readContents(description: object, origin: string, plans: Plans): DocsContents {
  const { info, tags, paths } = description as Description
  const base = { origin, path: basePath }
  const endpoints = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = tags.map(({ name }) => ({
    name,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return {
    info,
    base,
    chapters: guide(
      base,
      plans,
      endpoints.map(({ operation }) => operation),
    ),
    groups,
  }
}

/** All of it as one page that needs no script. */
export const renderDocs = ({ info, base, chapters, groups }: DocsContents): string =>
  page(info, navigation(chapters, groups), [
    ...chapters.map(chapterSection),
    ...groups.map((group) => groupSection(group, base)),
  ]).markup

type Base = { origin: string; path: string }
type Group = { name: string; endpoints: Endpoint[] }

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

function chapterSection({ id, title, body }: Chapter): Html {
  return html`<section id="${id}" class="chapter" data-searchable aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title} <a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a></h2>${body}</section>`
}

function groupSection({ name, endpoints }: Group, base: Base): Html {
  return html`<div class="group" data-group><h2 id="tag-${name}">${titleOf(name)}</h2>
    ${endpoints.map((endpoint) => operationSection(endpoint, base))}</div>`
}

function navigation(chapters: Chapter[], groups: Group[]): Html {
  return html`<nav id="contents" aria-label="Contents">
    <p class="nav-title">Guide</p>
    <ul>${chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
    ${groups.map(
      ({ name, endpoints }) => html`<p class="nav-title">${titleOf(name)}</p>
      <ul>${endpoints.map(
        ({ method, operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}
          <span class="nav-method">${method}</span></a></li>`,
      )}</ul>`,
    )}
  </nav>`
}

/** One subject on a page of its own. */
export const smallPage = (title: string, path: string, body: Html): string =>
  html`${head(title, path)}
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><a class="brand" href="/docs">Prospector</a> <button type="button" id="switch-theme" hidden>Theme: system</button></header>
<main id="main" class="small" tabindex="-1"><h1>${title}</h1>${body}</main>
</body>
</html>
`.markup

const head = (title: string, path: string): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
<link rel="alternate" type="text/markdown" href="${path}.md">
<script src="/docs/docs.js"></script>
<script src="/docs/try.js"></script>
</head>`

function page(info: { title: string; version: string }, contents: Html, sections: Html[]): Html {
  return html`${head(`${info.title} API documentation`, '/docs')}
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
  <a class="brand" href="/docs">${info.title}</a> <span class="version">API ${info.version}</span>
  <button type="button" id="toggle-contents" aria-expanded="false" aria-controls="sidebar" hidden>Contents</button>
  <button type="button" id="switch-theme" hidden>Theme: system</button>
</header>
<section class="trying" id="trying" aria-label="Try operations" hidden>
  <label for="test-key">Test key</label>
  <input id="test-key" type="password" placeholder="psk_test_…" autocomplete="off" spellcheck="false" aria-describedby="test-key-note">
  <span id="test-key-note" role="status"></span>
</section>
<div class="layout">
<aside id="sidebar" class="sidebar" aria-label="Find and contents">
  <div class="find" id="find" hidden>
    <label for="filter">Find</label>
    <input id="filter" type="search" placeholder="Field, code, path" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
    <p id="matches" role="status"></p>
  </div>
  ${contents}
</aside>
<main id="main" tabindex="-1"><h1>${info.title} API</h1>${sections}</main>
</div>
</body>
</html>
`
}
