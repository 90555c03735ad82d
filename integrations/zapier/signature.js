const { createHmac, timingSafeEqual } = require('node:crypto')

const toleranceSeconds = 300

/** Zapier hands headers on as `Http-Webhook-Id`. */
function headerOf(headers, name) {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase().replace(/^http-/, '') === name)
  return found?.[1]
}

/** Whether Prospector sent this: signed with the webhook's secret as Standard Webhooks 1.0.0 says, and not long ago. */
function isSigned({ content, headers }, secret, now = Date.now()) {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) return false
  // Also false when the timestamp is no number.
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${content}`).digest()
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return one.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

module.exports = { headerOf, isSigned }
