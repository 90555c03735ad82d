// Try an operation from the page: with a test key alone, so that nothing can be spent.
const keyName = 'prospector-test-key'
const magicContact = 'ct_test_VerifiedEmailOne'
const magicDomain = 'magic.example'

/** Kept for this tab alone. */
const kept = {
  read() {
    try {
      return sessionStorage.getItem(keyName) ?? ''
    } catch {
      return ''
    }
  },
  write(key) {
    try {
      sessionStorage.setItem(keyName, key)
    } catch {
      // Storage may be forbidden; the key then lasts as long as the page.
    }
  },
}

const isTestKey = (key) => /^psk_test_\w+$/.test(key)

/** What exists in test mode, in place of made-up ids. */
const withTestIds = (text) =>
  text
    .replaceAll(/ct_live_[A-Za-z]+/g, magicContact)
    .replaceAll('{contact_id}', magicContact)
    .replaceAll('{domain}', magicDomain)
    .replaceAll(/"[a-z-]+\.example"/g, `"${magicDomain}"`)
    // One of each is enough.
    .replaceAll(/("[\w.]+")(?:,\s*\1)+/g, '$1')

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** A request that can be changed, and its reply. */
function createPanel({ method, path, body }, keyOf) {
  const address = element('input', { type: 'text', value: withTestIds(path), spellcheck: false, ariaLabel: 'Path' })
  const text = element('textarea', {
    value: withTestIds(body ?? ''),
    spellcheck: false,
    rows: 6,
    ariaLabel: 'Request body',
  })
  const reply = element('pre', { tabIndex: 0, hidden: true, className: 'reply' })
  const status = element('p', { role: 'status' })
  const send = element('button', { type: 'button', textContent: `Send ${method}` })
  send.addEventListener('click', async () => {
    const headers = { Authorization: `Bearer ${keyOf()}`, ...(body && { 'Content-Type': 'application/json' }) }
    status.textContent = 'Sending …'
    try {
      const answer = await fetch(address.value, { method, headers, ...(body && { body: text.value }) })
      const said = await answer.text()
      status.textContent = `Status ${answer.status}`
      reply.textContent = said.startsWith('{') ? JSON.stringify(JSON.parse(said), null, 2) : said
      reply.hidden = false
    } catch {
      status.textContent = 'The service could not be reached.'
    }
  })
  return element('div', { className: 'try' }, address, ...(body ? [text] : []), send, status, reply)
}

function offerTrying() {
  const field = document.getElementById('test-key')
  if (!field) return
  const note = document.getElementById('test-key-note')
  field.value = kept.read()
  const panels = []
  for (const section of document.querySelectorAll('.operation')) {
    const panel = createPanel(section.dataset, () => field.value)
    section.querySelector('.examples').prepend(panel)
    panels.push(panel)
  }
  function apply() {
    const works = isTestKey(field.value)
    note.textContent = works
      ? 'Requests can be sent from this page, in test mode.'
      : field.value === ''
        ? 'Enter a test key to try operations here.'
        : 'Only test keys (psk_test_…) work here: nothing should be spent by reading.'
    if (works) kept.write(field.value)
    for (const panel of panels) panel.hidden = !works
  }
  field.addEventListener('input', apply)
  document.getElementById('trying').hidden = false
  apply()
}

document.addEventListener('DOMContentLoaded', offerTrying)
