import { expect, it } from 'vitest'
import { describeAgent } from './describe-agent.ts'

it('a user agent is said as a person would say it, whatever else it claims to be', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const said = {
    'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Windows',
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`]: 'Edge on macOS',
    [`Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/140.0 Mobile Safari/537.36`]: 'Chrome on Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1': 'Safari on iOS',
    'curl/8.5.0': 'Another program',
  }
  for (const [agent, words] of Object.entries(said)) expect(describeAgent(agent)).toBe(words)
  expect(describeAgent(null)).toBe('Another program')
})
