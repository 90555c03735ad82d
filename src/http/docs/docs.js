// Comforts for the documentation page, which is complete without them: theme, filter, copying, this server's address.
const themes = ['system', 'light', 'dark']
const savedTheme = () => {
  try {
    return themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'system'
  } catch {
    return 'system'
  }
}

function showTheme(theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

// Before the first paint, so that the page never flashes in the other theme.
showTheme(savedTheme())

function offerThemes() {
  const button = document.getElementById('switch-theme')
  let theme = savedTheme()
  const label = () => {
    button.textContent = `Theme: ${theme}`
  }
  button.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length]
    showTheme(theme)
    label()
    try {
      localStorage.setItem('theme', theme)
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
  })
  label()
  button.hidden = false
}

function offerContents() {
  const button = document.getElementById('toggle-contents')
  const sidebar = document.getElementById('sidebar')
  const open = (isOpen) => {
    button.setAttribute('aria-expanded', String(isOpen))
    sidebar.classList.toggle('closed', !isOpen)
  }
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'))
  sidebar.addEventListener('click', (event) => {
    if (event.target.closest('a')) open(false)
  })
  button.hidden = false
  open(false)
}

function offerFilter() {
  const filter = document.getElementById('filter')
  const matches = document.getElementById('matches')
  const sections = [...document.querySelectorAll('[data-searchable]')].map((section) => ({
    section,
    text: section.textContent.toLowerCase(),
    link: document.querySelector(`#contents a[href="#${section.id}"]`),
  }))
  function apply() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    let shown = 0
    for (const { section, text, link } of sections) {
      const fits = words.every((word) => text.includes(word))
      section.hidden = !fits
      link.parentElement.hidden = !fits
      if (fits) shown += 1
    }
    for (const group of document.querySelectorAll('[data-group]')) {
      group.hidden = !group.querySelector('[data-searchable]:not([hidden])')
    }
    for (const list of document.querySelectorAll('#contents ul')) {
      list.previousElementSibling.hidden = !list.querySelector('li:not([hidden])')
    }
    matches.textContent = words.length === 0 ? '' : `${shown} of ${sections.length} sections`
  }
  filter.addEventListener('input', apply)
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select')
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      filter.focus()
    } else if (event.key === 'Escape' && event.target === filter && filter.value !== '') {
      filter.value = ''
      apply()
    }
  })
  // A link into a section that the filter hides has to show it again.
  window.addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1))
    if (!target?.closest('[hidden]')) return
    filter.value = ''
    apply()
    target.scrollIntoView()
  })
  document.getElementById('find').hidden = false
}

function offerCopying() {
  for (const figure of document.querySelectorAll('figure.code')) {
    const button = figure.querySelector('.copy')
    const title = figure.querySelector('figcaption span').textContent
    button.setAttribute('aria-label', `Copy ${title}`)
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('pre').textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
    button.hidden = !navigator.clipboard
  }
}

/** The server knows the address it was told; the reader knows the one that works from here. */
function showThisAddress() {
  const told = document.querySelector('[data-origin]')?.textContent.replace(/\/api\/v1$/, '')
  if (!told || told === location.origin) return
  for (const code of document.querySelectorAll('pre code, [data-origin]')) {
    code.textContent = code.textContent.replaceAll(told, location.origin)
  }
}

/** One language at a time, the same on the whole page. What is not there in it is shown in its first one. */
function offerLanguages() {
  const groups = [...document.querySelectorAll('.languages')].map((group) => {
    const parts = [...group.querySelectorAll('[data-language]')]
    const tabs = document.createElement('div')
    tabs.className = 'tabs'
    tabs.setAttribute('role', 'group')
    tabs.setAttribute('aria-label', 'Language')
    const buttons = parts.map(({ dataset }) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = dataset.language
      button.addEventListener('click', () => {
        const before = button.getBoundingClientRect().top
        show(dataset.language)
        try {
          localStorage.setItem('docs-language', dataset.language)
        } catch {
          // Storage may be forbidden; the choice then lasts as long as the page.
        }
        // Other examples got longer or shorter: what the reader looks at stays where it was.
        window.scrollBy(0, button.getBoundingClientRect().top - before)
      })
      return button
    })
    tabs.append(...buttons)
    group.prepend(tabs)
    return { parts, buttons }
  })
  function show(language) {
    for (const { parts, buttons } of groups) {
      const shown = parts.some(({ dataset }) => dataset.language === language) ? language : parts[0].dataset.language
      for (const part of parts) part.hidden = part.dataset.language !== shown
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.textContent === shown))
    }
  }
  let chosen = null
  try {
    chosen = localStorage.getItem('docs-language')
  } catch {
    // As above.
  }
  show(chosen)
}

function markCurrent() {
  const links = new Map([...document.querySelectorAll('#contents a')].map((link) => [link.hash.slice(1), link]))
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        for (const link of links.values()) link.removeAttribute('aria-current')
        links.get(target.id)?.setAttribute('aria-current', 'true')
      }
    },
    { rootMargin: '-64px 0px -75% 0px' },
  )
  for (const section of document.querySelectorAll('[data-searchable]')) observer.observe(section)
}

document.addEventListener('DOMContentLoaded', () => {
  showThisAddress()
  offerLanguages()
  offerThemes()
  offerCopying()
  // Pages about one error have no contents.
  if (!document.getElementById('contents')) return
  offerContents()
  offerFilter()
  markCurrent()
})
