import { expect, it } from 'vitest'
import { html } from './html.ts'

it('every value in a page is escaped', () => {
  const hostile = `"><script>alert('x')</script>&`
  expect(html`<p title="${hostile}">${[hostile, null, 3]}</p>`.markup).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;3</p>',
  )
})
